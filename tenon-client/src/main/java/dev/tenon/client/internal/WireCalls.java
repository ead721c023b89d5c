package dev.tenon.client.internal;

import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.WireEnd;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Methods;
import dev.tenon.model.ProgressToken;
import dev.tenon.wire.Wire;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes calls in the terms of the wire: params and answers are checked, but pass as they are. */
record WireCalls(Crew crew, Calls calls, ToolCalls tools) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    /** Makes a call and waits. */
    WireAnswer call(WireCall call) {
        return calls.call(new WireRun(call, true));
    }

    /** Begins a call and returns; {@code known} when the method has to exist and its result is checked. */
    void begin(WireCall call, boolean known, WireEnd end) {
        calls.begin(new WireRun(call, known), (answer, why) -> tell(end, answer, why));
    }

    private static void tell(WireEnd end, @Nullable WireAnswer answer, @Nullable RuntimeException why) {
        try {
            if (answer == null) {
                end.failed(Objects.requireNonNull(why));
            } else {
                end.answered(answer);
            }
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("What was to take the outcome of a call failed", e);
        }
    }

    /** One call. */
    private final class WireRun extends Operation<WireAnswer> {
        private final WireCall call;
        private final boolean known;
        private Json sent = Json.EMPTY_OBJECT;

        WireRun(WireCall call, boolean known) {
            super(call.method(), EmptyParams.EMPTY, call.options(), calls.deadline(call.options()), call.owner());
            this.call = call;
            this.known = known;
        }

        @Override
        boolean isReady(Connection connection) {
            if (known) {
                Calls.checkExists(connection, method);
                Offer.check(method, connection.agreement().server());
            }
            // Over HTTP a call repeats arguments in headers, which only the tool's schema names.
            boolean needsTools = method.equals(Methods.CALL_TOOL)
                    && connection.isHttp()
                    && connection.agreement().isStateless();
            return !needsTools || crew.tools().isComplete();
        }

        @Override
        Json write(Connection connection, @Nullable ProgressToken token) {
            sent = marked(call.params().apply(connection.agreement().wire()), token);
            return sent;
        }

        @Override
        Envelope envelope(Connection connection, Json written) {
            if (!connection.agreement().isStateless() || !connection.isHttp()) {
                return Envelope.PLAIN;
            }
            if (method.equals(Methods.CALL_TOOL)) {
                CallToolParams tool = connection.agreement().wire().decodeParams(Methods.CALL_TOOL, written);
                return ToolCalls.envelope(connection, tool, tools.known(tool.name(), deadline));
            }
            return connection
                    .agreement()
                    .envelope(written.string(method.equals(Methods.READ_RESOURCE) ? "uri" : "name"));
        }

        @Override
        void ended() {
            crew.notices().flush();
        }

        @Override
        WireAnswer result(Connection connection, Json answer) {
            Wire wire = connection.agreement().wire();
            if (known) {
                wire.decodeResult(method, answer);
            }
            if (method.equals(Methods.SET_LEVEL)) {
                calls.level(wire.decodeParams(Methods.SET_LEVEL, sent).level());
            }
            return new WireAnswer(wire, answer);
        }
    }

    private static Json marked(Json params, @Nullable ProgressToken token) {
        Json meta = params.get("_meta");
        if (token == null) {
            return meta == null || meta.get(MetaKey.PROGRESS_TOKEN) == null
                    ? params
                    : params.with("_meta", meta.without(MetaKey.PROGRESS_TOKEN));
        }
        Json open = meta == null ? Json.EMPTY_OBJECT : meta;
        return params.with("_meta", open.with(MetaKey.PROGRESS_TOKEN, token.value()));
    }
}
