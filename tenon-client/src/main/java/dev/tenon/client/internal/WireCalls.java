package dev.tenon.client.internal;

import dev.tenon.client.NotSupportedException;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.CallToolParams;
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
        return attempt(call, tries(call), calls.deadline(call.options()));
    }

    /** As the other, after some tries. */
    WireAnswer attempt(WireCall call, Calls.Tries tries, Deadline deadline) {
        return calls.attempt(tries, deadline, connection -> once(connection, call, deadline));
    }

    /** As the other, of a method that need not be known. */
    WireAnswer callStrange(WireCall call) {
        Deadline deadline = calls.deadline(call.options());
        return calls.attempt(tries(call), deadline, connection -> sent(connection, call, deadline));
    }

    private Calls.Tries tries(WireCall call) {
        return calls.tries(call.method().name(), call.options().resend());
    }

    private WireAnswer once(Connection connection, WireCall call, Deadline deadline) {
        checkOffered(connection, call.method());
        WireAnswer answer = sent(connection, call, deadline);
        answer.wire().decodeResult(call.method(), answer.result());
        return answer;
    }

    /**
     * Refuses a request that cannot be made over this connection.
     *
     * @throws NotSupportedException when the method does not exist in the revision, or is not offered
     */
    static void checkOffered(Connection connection, Method<?, ?> method) {
        Agreement agreement = connection.agreement();
        if (agreement.wire().clientMethod(method.name()) == null) {
            throw new NotSupportedException(method + " does not exist in revision " + agreement.revision());
        }
        Offer.check(method, agreement.server());
    }

    private WireAnswer sent(Connection connection, WireCall call, Deadline deadline) {
        Wire wire = connection.agreement().wire();
        Method<?, ?> method = call.method();
        ProgressToken token = token(call, deadline);
        try {
            Outgoing out = outgoing(connection, call, token, deadline, name -> tools.known(name, deadline));
            Json answer = connection.ask(out);
            if (method.equals(Methods.SET_LEVEL) && out.params() != null) {
                calls.level(wire.decodeParams(Methods.SET_LEVEL, out.params()).level());
            }
            return new WireAnswer(wire, answer);
        } finally {
            ended(token);
        }
    }

    /** What news of the progress of this call will name, or null when nobody wants any. */
    @Nullable ProgressToken token(WireCall call, Deadline deadline) {
        return call.options().progress() == null
                ? null
                : crew.progress().begin(call.options().progress(), deadline);
    }

    /** The call has ended: what came in its course is told before its answer. */
    void ended(@Nullable ProgressToken token) {
        crew.progress().done(token);
        crew.notices().flush();
    }

    /** The request as it leaves over that connection; {@code known} finds tools. */
    Outgoing outgoing(
            Connection connection,
            WireCall call,
            @Nullable ProgressToken token,
            Deadline deadline,
            Function<String, @Nullable KnownTool> known) {
        Method<?, ?> method = call.method();
        Json params = marked(call.params().apply(connection.agreement().wire()), token);
        Envelope envelope = envelope(connection, method, params, known);
        return Outgoing.of(
                        method.name(),
                        params,
                        envelope,
                        deadline,
                        call.options().cancellation())
                .ownedBy(call.owner());
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

    private static Envelope envelope(
            Connection connection, Method<?, ?> method, Json params, Function<String, @Nullable KnownTool> known) {
        if (!connection.agreement().isStateless() || !connection.isHttp()) {
            return Envelope.PLAIN;
        }
        if (method.equals(Methods.CALL_TOOL)) {
            CallToolParams tool = connection.agreement().wire().decodeParams(Methods.CALL_TOOL, params);
            return ToolCalls.envelope(connection, tool, known.apply(tool.name()));
        }
        Json named = params.get(method.equals(Methods.READ_RESOURCE) ? "uri" : "name");
        return connection.agreement().envelope(named == null ? null : named.string());
    }
}
