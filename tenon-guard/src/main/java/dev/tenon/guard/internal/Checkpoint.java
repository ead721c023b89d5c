package dev.tenon.guard.internal;

import dev.tenon.client.McpClientException;
import dev.tenon.concurrent.ExecutionContext;
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
import dev.tenon.wire.Wire;
import java.time.Instant;
import java.util.Optional;
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
 * @param later runs what may wait, also when the guard is being closed
 * @param initialTools lets policies see all tools of the server behind
 */
record Checkpoint(
        Supplier<Policies> policies,
        GuardObserver observer,
        String upstream,
        Executor later,
        InitialToolLoader initialTools) {
    /** Nothing is known of the server behind. */
    Checkpoint(Supplier<Policies> policies, GuardObserver observer, String upstream, Executor later) {
        this(policies, observer, upstream, later, new InitialToolLoader(later));
    }

    /** Lets a request through to its upstream, and what answers it back. Does not block. */
    void answer(FilteredCall.Request request, Service service, RelayEnd end) {
        Policies now = policies.get();
        boolean isQuick = isQuick(request.method().name(), now);
        run(request.params(), isQuick, () -> begin(request, now, isQuick, service, end));
    }

    /** Runs work that asks policies or the observer about a message: here, or on a thread that may wait where they might. */
    void run(String method, Json params, Runnable work) {
        run(params, isQuick(method, policies.get()), work);
    }

    /** Whether neither a policy nor the observer waits when it is asked about messages of this method and what answers them. */
    private boolean isQuick(String method, Policies asked) {
        return observer.neverBlocks() && asked.neverBlock(method);
    }

    private void run(Json params, boolean isQuick, Runnable work) {
        if (ExecutionContext.current().canBlock() || isQuick && params.size() <= ExecutionContext.MAX_INLINE_BYTES) {
            work.run();
        } else {
            later.execute(work);
        }
    }

    private void begin(FilteredCall.Request request, Policies now, boolean isQuick, Service service, RelayEnd end) {
        Crossing crossing;
        try {
            crossing = crossing(request, now);
        } catch (RuntimeException | Error e) {
            end.failed(e);
            return;
        }
        new FilteredCall(this, isQuick, service, request, crossing, end).begin();
    }

    /** Whether policies have to see all tools of the upstream before this; they wait for it. */
    boolean needsTools(Method<?, ?> method, Policies asked) {
        return (method.equals(Methods.CALL_TOOL) || method.equals(Methods.LIST_TOOLS)) && asked.needTools(upstream);
    }

    private Crossing crossing(FilteredCall.Request request, Policies now) {
        RelayCall call = request.call();
        Passage passage = Passage.request(upstream, request.method().name(), request.params())
                .withRevision(call.revision())
                .withCaller(caller(call.principal()))
                .about(name(request.method(), request.params()), null);
        Exchange exchange = new Exchange(
                passage, Instant.now(), call.id().toString(), call.session().orElse(null));
        return new Crossing(this, now, exchange, request.method());
    }

    /** Opens a stream past the policies. The exchange is over when the stream is open, and its result is the acknowledgement. */
    SubscriptionFilter listen(SubscriptionFilter wanted, RelayCall call, Service service, RelayStream stream) {
        Wire wire = Wire.of(call.revision(), null);
        Json params = wire.encodeParams(Methods.LISTEN, new ListenParams(wanted, call.meta()));
        FilteredCall.Request request = new FilteredCall.Request(Methods.LISTEN, params, call);
        Crossing crossing = crossing(request, policies.get());
        Settled settled;
        try {
            ListenParams allowed = wire.decodeParams(Methods.LISTEN, crossing.there(null));
            SubscriptionFilter honoured = service.listen(allowed.notifications(), stream);
            Json acknowledged = wire.encodeNotification(
                    Notifications.ACKNOWLEDGED,
                    AcknowledgedParams.of(honoured, call.id().json()));
            settled = Settled.result(crossing.verdict(), acknowledged);
        } catch (RuntimeException | Error e) {
            settled = failed(request, crossing, e);
            if (settled == null) {
                throw e;
            }
        }
        crossing.ended(settled);
        return wire.decodeNotification(Notifications.ACKNOWLEDGED, settled.orThrow())
                .notifications();
    }

    /** What answers a request that failed like this. Null when nothing does: the exchange is over then. */
    @Nullable Settled failed(FilteredCall.Request request, Crossing crossing, Throwable why) {
        if (why instanceof Crossing.Answered answered) {
            return Settled.result(crossing.verdict(), answered.result());
        }
        if (why instanceof McpClientException e) {
            return crossing.trouble(
                    e,
                    new Trouble(upstream)
                            .of(
                                    e,
                                    request.method(),
                                    request.params(),
                                    request.call().revision()));
        }
        if (why instanceof RpcException e) {
            return Settled.error(crossing.verdictOfError(), e);
        }
        crossing.unanswered(why);
        return null;
    }

    /** The error for a client of that revision, to which the upstream cannot be presented. */
    RpcException notPresented(McpClientException e, Revision front) {
        return new Trouble(upstream).of(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front);
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
        Verdict verdict = judge(now, news);
        return verdict.passes() ? verdict.passage().body() : null;
    }

    /** Asks policies about a message outside of an exchange, and tells the observer what they find. */
    Verdict judge(Policies asked, Passage message) {
        Verdict verdict = asked.apply(message);
        verdict.reports().forEach(report -> observer.found(message, report));
        return verdict;
    }

    static Caller caller(Optional<Principal> principal) {
        return principal.map(known -> new Caller(known.name(), known.scopes())).orElse(Caller.ANYBODY);
    }

    private static @Nullable String name(Method<?, ?> method, Json params) {
        return params.string(method.name().startsWith("resources/") ? "uri" : "name");
    }
}
