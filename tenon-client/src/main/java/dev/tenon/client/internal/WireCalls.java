package dev.tenon.client.internal;

import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.WireEnd;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import dev.tenon.wire.Wire;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes calls in the terms of the wire: params and answers are checked, but pass as they are. */
record WireCalls(Crew crew, Calls calls, ToolCalls tools) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    /** Makes a call and waits. */
    WireAnswer call(WireCall call) {
        Deadline deadline = calls.deadline(call.options());
        return calls.call(new WireRun(call, true, deadline), deadline);
    }

    /** Begins a call and returns; {@code known} when the method has to exist and its result is checked. */
    void begin(WireCall call, boolean known, WireEnd end) {
        Deadline deadline = calls.deadline(call.options());
        calls.begin(new WireRun(call, known, deadline), deadline, (answer, why) -> tell(end, answer, why));
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
    private final class WireRun implements Operation<WireAnswer> {
        private final WireCall call;
        private final boolean known;
        private final Deadline deadline;
        private @Nullable ProgressToken token;
        private @Nullable Json sent;

        WireRun(WireCall call, boolean known, Deadline deadline) {
            this.call = call;
            this.known = known;
            this.deadline = deadline;
        }

        @Override
        public String method() {
            return call.method().name();
        }

        @Override
        public Params params() {
            return EmptyParams.EMPTY;
        }

        @Override
        public boolean resend() {
            return call.options().resend();
        }

        @Override
        public boolean isReady(Connection connection) {
            if (known) {
                Calls.checkExists(connection, call.method());
                Offer.check(call.method(), connection.agreement().server());
            }
            // Over HTTP a call repeats arguments in headers, which only the tool's schema names.
            boolean needsTools = call.method().equals(Methods.CALL_TOOL)
                    && connection.isHttp()
                    && connection.agreement().isStateless();
            return !needsTools || crew.tools().isComplete();
        }

        @Override
        public Outgoing request(Connection connection) {
            Consumer<ProgressParams> progress = call.options().progress();
            token = progress == null ? null : crew.progress().begin(progress, deadline);
            Json params = marked(call.params().apply(connection.agreement().wire()), token);
            sent = params;
            return Outgoing.of(
                            method(),
                            params,
                            envelope(connection, params)
                                    .repeatable(call.options().resend()),
                            deadline,
                            call.options().cancellation())
                    .ownedBy(call.owner());
        }

        private Envelope envelope(Connection connection, Json params) {
            if (!connection.agreement().isStateless() || !connection.isHttp()) {
                return Envelope.PLAIN;
            }
            if (call.method().equals(Methods.CALL_TOOL)) {
                CallToolParams tool = connection.agreement().wire().decodeParams(Methods.CALL_TOOL, params);
                return ToolCalls.envelope(connection, tool, tools.known(tool.name(), deadline));
            }
            return connection
                    .agreement()
                    .envelope(params.string(call.method().equals(Methods.READ_RESOURCE) ? "uri" : "name"));
        }

        @Override
        public void ended() {
            crew.progress().done(token);
            token = null;
            crew.notices().flush();
        }

        @Override
        public WireAnswer result(Connection connection, Json answer) {
            Wire wire = connection.agreement().wire();
            if (known) {
                wire.decodeResult(call.method(), answer);
            }
            Json params = sent;
            if (call.method().equals(Methods.SET_LEVEL) && params != null) {
                calls.level(wire.decodeParams(Methods.SET_LEVEL, params).level());
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
