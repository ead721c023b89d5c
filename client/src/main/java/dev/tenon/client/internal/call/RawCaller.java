package dev.tenon.client.internal.call;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.RawCall;
import dev.tenon.client.RawCallback;
import dev.tenon.client.RawResponse;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Methods;
import dev.tenon.model.ProgressToken;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Executes raw calls: params and results are validated but not converted. */
public record RawCaller(ClientContext context, CallExecutor calls, ToolCaller tools) {
    /** Executes a call and waits for the response. */
    public RawResponse call(RawCall call) {
        return calls.call(new RawOperation(call, true));
    }

    /**
     * Starts a call and returns.
     *
     * @param known whether the method must exist in the revision and its result is validated
     */
    public void callAsync(RawCall call, boolean known, RawCallback callback) {
        calls.callAsync(new RawOperation(call, known), (response, failure) -> {
            try {
                if (response == null) {
                    callback.onFailure(Objects.requireNonNull(failure));
                } else {
                    callback.onResponse(response);
                }
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("The callback of a call failed", e);
            }
        });
    }

    /** The request of a raw call. */
    private final class RawOperation extends CallOperation<RawResponse> {
        private final RawCall call;
        private final boolean known;
        private Json sent = Json.EMPTY_OBJECT;

        RawOperation(RawCall call, boolean known) {
            super(
                    call.method(),
                    EmptyParams.EMPTY,
                    call.options(),
                    calls.createDeadline(call.options()),
                    call.context());
            this.call = call;
            this.known = known;
        }

        @Override
        boolean prepareAndTestNonBlocking(McpConnection connection) {
            if (known) {
                CallExecutor.checkMethodExists(connection, method);
                RequiredCapabilities.check(method, connection.protocol().server());
            }
            // Over HTTP, arguments are mirrored in headers, which only the tool's schema names.
            boolean needsTools = method.equals(Methods.CALL_TOOL) && connection.needsMirroredHeaders();
            return !needsTools || context.toolCache().isComplete();
        }

        @Override
        Json encodeParams(McpConnection connection, @Nullable ProgressToken token) {
            sent = withProgressToken(call.params().apply(connection.protocol().codec()), token);
            return sent;
        }

        @Override
        MirroredHeaders mirroredHeaders(McpConnection connection, Json written) {
            if (!connection.needsMirroredHeaders()) {
                return MirroredHeaders.NONE;
            }
            if (method.equals(Methods.CALL_TOOL)) {
                CallToolParams tool = connection.protocol().codec().decodeParams(Methods.CALL_TOOL, written);
                return ToolCaller.mirroredHeaders(connection, tool, tools.findTool(tool.name(), deadline));
            }
            String name = written.string(method.equals(Methods.READ_RESOURCE) ? "uri" : "name");
            return connection.protocol().mirroredHeaders(name);
        }

        @Override
        void awaitRequestNotifications() {
            context.notifications().awaitDelivery();
        }

        @Override
        RawResponse decodeResult(McpConnection connection, Json response) {
            ProtocolCodec codec = connection.protocol().codec();
            if (known) {
                codec.decodeResult(method, response);
            }
            if (method.equals(Methods.SET_LEVEL)) {
                calls.setLogLevel(codec.decodeParams(Methods.SET_LEVEL, sent).level());
            }
            return new RawResponse(codec, response);
        }
    }

    private static Json withProgressToken(Json params, @Nullable ProgressToken token) {
        Json meta = params.get("_meta");
        if (token == null) {
            return meta == null || meta.get(MetaKey.PROGRESS_TOKEN) == null
                    ? params
                    : params.withMember("_meta", meta.withoutMember(MetaKey.PROGRESS_TOKEN));
        }
        Json metaOrEmpty = meta == null ? Json.EMPTY_OBJECT : meta;
        return params.withMember("_meta", metaOrEmpty.withMember(MetaKey.PROGRESS_TOKEN, token.value()));
    }
}
