package dev.tenon.guard.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.Verdict;
import dev.tenon.guard.watch.Exchange;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where policies are asked about everything that passes, either way: requests and what answers them, results and errors;
 * questions of the server and their answers; notifications.
 *
 * @param policies those in force; asked for each message, as they may change
 * @param observer sees every exchange
 * @param upstream the name of the server behind
 */
record Checkpoint(Supplier<Policies> policies, GuardObserver observer, String upstream) {
    /** Lets a request through to the service, and what answers it back. */
    Json pass(Method<?, ?> method, Json params, RelayCall call, Service service) throws Exception {
        String name = name(method, params);
        Passage request = Passage.request(upstream, method.name(), params)
                .withRevision(call.revision())
                .withCaller(caller(call.principal()))
                .about(name, null);
        Exchange exchange = new Exchange(
                request, Instant.now(), call.id().toString(), call.session().orElse(null));
        Crossing crossing = new Crossing(this, exchange, method);
        Settled settled;
        try {
            Json definition = definition(method, name, service);
            Json result = service.answer(method, crossing.there(definition), call, crossing);
            settled = Settled.result(crossing.verdict(), result);
        } catch (Crossing.Answered e) {
            settled = Settled.result(crossing.verdict(), e.result());
        } catch (McpClientException e) {
            settled = crossing.trouble(e, Trouble.of(e, method, params, call.revision()));
        } catch (RpcException e) {
            settled = Settled.error(crossing.verdictOfError(), e);
        } catch (Exception e) {
            crossing.unanswered(e);
            throw e;
        }
        crossing.ended(settled);
        return settled.orThrow();
    }

    /** A question of the server, which belongs to no request or nobody knows to which. */
    Crossing question(Caller caller, Method<?, ?> method, Json params, Revision behind) {
        Passage question = Passage.question(upstream, method.name(), params)
                .withRevision(behind)
                .withCaller(caller);
        return new Crossing(this, new Exchange(question, Instant.now()), method);
    }

    /** The params of a notification that may go on, or null when it may not. */
    @Nullable Json heard(Direction direction, Caller caller, NotificationType<?> type, Json params, Revision revision) {
        Policies now = policies.get();
        if (now == Policies.NONE) {
            return params;
        }
        Passage news = Passage.notification(direction, upstream, type.name(), params)
                .withRevision(revision)
                .withCaller(caller);
        Verdict verdict = now.apply(news);
        return verdict.passes() ? verdict.passage().body() : null;
    }

    static Caller caller(Optional<Principal> principal) {
        return principal.map(known -> new Caller(known.name(), known.scopes())).orElse(Caller.ANYBODY);
    }

    private static @Nullable String name(Method<?, ?> method, Json params) {
        Json name = params.get(method.name().startsWith("resources/") ? "uri" : "name");
        return name == null ? null : name.string();
    }

    private @Nullable Json definition(Method<?, ?> method, @Nullable String name, Service service) {
        if (name == null || policies.get() == Policies.NONE || !method.equals(Methods.CALL_TOOL)) {
            return null;
        }
        return service.definition(name);
    }
}
