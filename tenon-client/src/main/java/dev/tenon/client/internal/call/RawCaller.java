package dev.tenon.client.internal.call;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes calls in the terms of the wire: params and answers are checked, but pass as they are. */
public record RawCaller(ClientContext crew, CallExecutor calls, ToolCaller tools) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    /** Makes a call and waits. */
    public RawResponse call(RawCall call) {
        return calls.call(new RawOperation(call, true));
    }

    /** Begins a call and returns; {@code known} when the method has to exist and its result is checked. */
    public void callAsync(RawCall call, boolean known, RawCallback end) {
        calls.callAsync(new RawOperation(call, known), (answer, why) -> notifyCallback(end, answer, why));
    }

    private static void notifyCallback(RawCallback end, @Nullable RawResponse answer, @Nullable RuntimeException why) {
        try {
            if (answer == null) {
                end.onFailure(Objects.requireNonNull(why));
            } else {
                end.onResponse(answer);
            }
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("What was to take the outcome of a call failed", e);
        }
    }

    /** One call. */
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
        boolean isReadyWithoutBlocking(McpConnection connection) {
            if (known) {
                CallExecutor.checkMethodExists(connection, method);
                RequiredCapabilities.check(method, connection.protocol().server());
            }
            // Over HTTP a call repeats arguments in headers, which only the tool's schema names.
            boolean needsTools = method.equals(Methods.CALL_TOOL)
                    && connection.isHttp()
                    && connection.protocol().isStateless();
            return !needsTools || crew.toolCache().isComplete();
        }

        @Override
        Json encode(McpConnection connection, @Nullable ProgressToken token) {
            sent = withProgressToken(call.params().apply(connection.protocol().codec()), token);
            return sent;
        }

        @Override
        MirroredHeaders mirroredHeaders(McpConnection connection, Json written) {
            if (!connection.protocol().isStateless() || !connection.isHttp()) {
                return MirroredHeaders.NONE;
            }
            if (method.equals(Methods.CALL_TOOL)) {
                CallToolParams tool = connection.protocol().codec().decodeParams(Methods.CALL_TOOL, written);
                return ToolCaller.mirroredHeaders(connection, tool, tools.findTool(tool.name(), deadline));
            }
            return connection
                    .protocol()
                    .mirroredHeaders(written.string(method.equals(Methods.READ_RESOURCE) ? "uri" : "name"));
        }

        @Override
        void onRequestEnd() {
            crew.notifications().flush();
        }

        @Override
        RawResponse decodeResult(McpConnection connection, Json answer) {
            ProtocolCodec wire = connection.protocol().codec();
            if (known) {
                wire.decodeResult(method, answer);
            }
            if (method.equals(Methods.SET_LEVEL)) {
                calls.logLevel(wire.decodeParams(Methods.SET_LEVEL, sent).level());
            }
            return new RawResponse(wire, answer);
        }
    }

    private static Json withProgressToken(Json params, @Nullable ProgressToken token) {
        Json meta = params.get("_meta");
        if (token == null) {
            return meta == null || meta.get(MetaKey.PROGRESS_TOKEN) == null
                    ? params
                    : params.withMember("_meta", meta.withoutMember(MetaKey.PROGRESS_TOKEN));
        }
        Json open = meta == null ? Json.EMPTY_OBJECT : meta;
        return params.withMember("_meta", open.withMember(MetaKey.PROGRESS_TOKEN, token.value()));
    }
}
