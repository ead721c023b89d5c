package dev.tenon.client.internal;

import dev.tenon.client.NotSupportedException;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.ProgressToken;
import dev.tenon.wire.Wire;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes calls in the terms of the wire: params and answers are checked, but pass as they are. */
final class WireCalls {
    private final Crew crew;
    private final Calls calls;
    private final ToolCalls tools;

    WireCalls(Crew crew, Calls calls, ToolCalls tools) {
        this.crew = crew;
        this.calls = calls;
        this.tools = tools;
    }

    WireAnswer call(WireCall call) {
        Deadline deadline = calls.deadline(call.options());
        return attempt(call, deadline, connection -> once(connection, call, deadline));
    }

    /** As the other, of a method that need not be known. */
    WireAnswer callStrange(WireCall call) {
        Deadline deadline = calls.deadline(call.options());
        return attempt(call, deadline, connection -> sent(connection, call, deadline));
    }

    private WireAnswer attempt(WireCall call, Deadline deadline, Function<Connection, WireAnswer> once) {
        return calls.attempt(
                call.method().name(), EmptyParams.EMPTY, call.options().resend(), deadline, once);
    }

    private WireAnswer once(Connection connection, WireCall call, Deadline deadline) {
        Agreement agreement = connection.agreement();
        Method<?, ?> method = call.method();
        if (agreement.wire().clientMethod(method.name()) == null) {
            throw new NotSupportedException(method + " does not exist in revision " + agreement.revision());
        }
        Offer.check(method, agreement.server());
        WireAnswer answer = sent(connection, call, deadline);
        answer.wire().decodeResult(method, answer.result());
        return answer;
    }

    private WireAnswer sent(Connection connection, WireCall call, Deadline deadline) {
        Wire wire = connection.agreement().wire();
        Method<?, ?> method = call.method();
        ProgressToken token = call.options().progress() == null
                ? null
                : crew.progress().begin(call.options().progress(), deadline);
        try {
            Json params = marked(call.params().apply(wire), token);
            Envelope envelope = envelope(connection, method, params, deadline);
            Json answer = connection.ask(Outgoing.of(
                            method.name(),
                            params,
                            envelope,
                            deadline,
                            call.options().cancellation())
                    .ownedBy(call.owner()));
            if (method.equals(Methods.SET_LEVEL)) {
                calls.level(wire.decodeParams(Methods.SET_LEVEL, params).level());
            }
            return new WireAnswer(wire, answer);
        } finally {
            crew.progress().done(token);
            crew.notices().flush();
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

    private Envelope envelope(Connection connection, Method<?, ?> method, Json params, Deadline deadline) {
        if (!connection.agreement().isStateless() || !connection.isHttp()) {
            return Envelope.PLAIN;
        }
        if (method.equals(Methods.CALL_TOOL)) {
            CallToolParams tool = connection.agreement().wire().decodeParams(Methods.CALL_TOOL, params);
            return ToolCalls.envelope(connection, tool, tools.known(tool.name(), deadline));
        }
        Json named = params.get(method.equals(Methods.READ_RESOURCE) ? "uri" : "name");
        return connection.agreement().envelope(named == null ? null : named.string());
    }
}
