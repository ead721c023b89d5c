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
import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayEnd;
import dev.tenon.server.RelayStream;
import dev.tenon.transport.NoWaiting;
import dev.tenon.wire.Wire;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where policies are asked about everything that passes, either way: requests and what answers them, results and errors;
 * questions of the server and their answers; notifications.
 *
 * @param policies those in force; asked for each message, as they may change
 * @param observer sees every exchange
 * @param upstream the name of the server behind
 * @param later runs what may wait
 */
record Checkpoint(Supplier<Policies> policies, GuardObserver observer, String upstream, Executor later) {
    /** Lets a request through to the service, and what answers it back. */
    Json pass(Method<?, ?> method, Json params, RelayCall call, Service service) throws Exception {
        String name = name(method, params);
        Policies now = policies.get();
        Crossing crossing = new Crossing(this, now, exchange(method, params, name, call), method);
        Settled settled = settled(method, params, call, crossing, () -> {
            if (needsTools(now, method)) {
                now.learnTools(upstream, service::tools);
            }
            return service.answer(method, crossing.there(definition(method, name, service)), call, crossing);
        });
        crossing.ended(settled);
        return settled.orThrow();
    }

    /** Opens a stream past the policies. The exchange is over when the stream is open, and its result is the acknowledgement. */
    SubscriptionFilter listen(SubscriptionFilter wanted, RelayCall call, Service service, RelayStream stream)
            throws Exception {
        Wire wire = Wire.of(call.revision(), null);
        Json params = wire.encodeParams(Methods.LISTEN, new ListenParams(wanted, call.meta()));
        Crossing crossing =
                new Crossing(this, policies.get(), exchange(Methods.LISTEN, params, null, call), Methods.LISTEN);
        Settled settled = settled(Methods.LISTEN, params, call, crossing, () -> {
            ListenParams allowed = wire.decodeParams(Methods.LISTEN, crossing.there(null));
            SubscriptionFilter honoured = service.listen(allowed.notifications(), stream);
            return wire.encodeNotification(
                    Notifications.ACKNOWLEDGED,
                    AcknowledgedParams.of(honoured, call.id().json()));
        });
        crossing.ended(settled);
        return wire.decodeNotification(Notifications.ACKNOWLEDGED, settled.orThrow())
                .notifications();
    }

    /** Whether policies have to see all tools of the server before this; they wait for it. */
    private boolean needsTools(Policies now, Method<?, ?> method) {
        return (method.equals(Methods.CALL_TOOL) || method.equals(Methods.LIST_TOOLS)) && now.needTools(upstream);
    }

    private Exchange exchange(Method<?, ?> method, Json params, @Nullable String name, RelayCall call) {
        Passage request = Passage.request(upstream, method.name(), params)
                .withRevision(call.revision())
                .withCaller(caller(call.principal()))
                .about(name, null);
        return new Exchange(
                request, Instant.now(), call.id().toString(), call.session().orElse(null));
    }

    /**
     * As {@link #pass}, on a thread that must not wait, as far as nothing has to be waited for.
     *
     * @return whether it has begun, and the end will be told
     */
    boolean begin(Method<?, ?> method, Json params, RelayCall call, Service service, RelayEnd end) {
        Policies now = policies.get();
        if (params.size() > NoWaiting.MOST_BYTES || !now.neverBlock(method.name()) || !observer.neverBlocks()) {
            return false;
        }
        if (needsTools(now, method)) {
            return false;
        }
        Way way = service.way(method, params, call);
        if (way == null) {
            return false;
        }
        String name = name(method, params);
        boolean asked = now != Policies.NONE && method.equals(Methods.CALL_TOOL);
        Definitions.Known known = name == null || !asked ? new Definitions.Known(null) : way.definition(name);
        if (known == null) {
            way.leave();
            return false;
        }
        Crossing crossing;
        try {
            crossing = new Crossing(this, now, exchange(method, params, name, call), method);
        } catch (RpcException e) {
            way.leave();
            throw e;
        }
        new ShortWay(this, new ShortWay.Request(method, params, call), crossing, way, end).go(known.definition());
        return true;
    }

    /** What answers a request that got this answer from the service; the exchange is over then, unless it throws. */
    Settled settled(Method<?, ?> method, Json params, RelayCall call, Crossing crossing, Callable<Json> answer)
            throws Exception {
        try {
            Json result = answer.call();
            return Settled.result(crossing.verdict(), result);
        } catch (Crossing.Answered e) {
            return Settled.result(crossing.verdict(), e.result());
        } catch (McpClientException e) {
            return crossing.trouble(e, Trouble.of(e, method, params, call.revision()));
        } catch (RpcException e) {
            return Settled.error(crossing.verdictOfError(), e);
        } catch (Exception e) {
            crossing.unanswered(e);
            throw e;
        }
    }

    /** A question of the server, which belongs to no request or nobody knows to which. */
    Crossing question(Caller caller, Method<?, ?> method, Json params, Revision behind) {
        Passage question = Passage.question(upstream, method.name(), params)
                .withRevision(behind)
                .withCaller(caller);
        return new Crossing(this, policies.get(), new Exchange(question, Instant.now()), method);
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
