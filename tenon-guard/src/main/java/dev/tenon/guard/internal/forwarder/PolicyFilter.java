package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.error.McpClientException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedCall;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.internal.concurrent.ExecutionContext;
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
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.NotificationSink;
import dev.tenon.server.forwarder.ResponseCallback;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where policies are asked about everything that passes, either way: requests and what answers them, results and
 * errors; questions of the server and their answers; notifications.
 *
 * @param policies those in force; asked for each message, as they may change
 * @param observer sees every exchange
 * @param upstream the name of the server behind
 * @param blockingExecutor runs what may wait, also when the guard is being closed
 * @param initialToolLoader lets policies see all tools of the server behind
 */
public record PolicyFilter(
        Supplier<PolicyChain> policies,
        GuardObserver observer,
        String upstream,
        Executor blockingExecutor,
        InitialToolLoader initialToolLoader) {
    /** Nothing is known of the server behind. */
    public PolicyFilter(Supplier<PolicyChain> policies, GuardObserver observer, String upstream, Executor later) {
        this(policies, observer, upstream, later, new InitialToolLoader(later));
    }

    /** Lets a request through to its upstream, and what answers it back. Does not block. */
    void handleRequest(CallPipeline.DownstreamRequest request, UpstreamRouter service, ResponseCallback end) {
        PolicyChain now = policies.get();
        boolean isQuick = isNonBlocking(request.method().name(), now);
        execute(request.params(), isQuick, () -> startCall(request, now, isQuick, service, end));
    }

    /**
     * Runs work that asks policies or the observer about a message: here, or on a thread that may wait where they
     * might.
     */
    public void execute(String method, Json params, Runnable work) {
        execute(params, isNonBlocking(method, policies.get()), work);
    }

    /**
     * Whether neither a policy nor the observer waits when it is asked about messages of this method and what answers
     * them.
     */
    private boolean isNonBlocking(String method, PolicyChain asked) {
        return observer.isNonBlocking() && asked.isNonBlocking(method);
    }

    private void execute(Json params, boolean isQuick, Runnable work) {
        if (ExecutionContext.current().canBlock()
                || isQuick && params.sizeInBytes() <= ExecutionContext.MAX_INLINE_BYTES) {
            work.run();
        } else {
            blockingExecutor.execute(work);
        }
    }

    private void startCall(
            CallPipeline.DownstreamRequest request,
            PolicyChain now,
            boolean isQuick,
            UpstreamRouter service,
            ResponseCallback end) {
        InterceptedCall crossing;
        try {
            crossing = interceptRequest(request, now);
        } catch (RuntimeException | Error e) {
            end.fail(e);
            return;
        }
        new CallPipeline(this, isQuick, service, request, crossing, end).start();
    }

    /** Whether policies have to see all tools of the upstream before this; they wait for it. */
    boolean needsTools(Method<?, ?> method, PolicyChain asked) {
        return (method.equals(Methods.CALL_TOOL) || method.equals(Methods.LIST_TOOLS))
                && asked.requiresToolList(upstream);
    }

    private InterceptedCall interceptRequest(CallPipeline.DownstreamRequest request, PolicyChain now) {
        ForwardedCall call = request.call();
        PolicyMessage passage = PolicyMessage.request(upstream, request.method().name(), request.params())
                .withRevision(call.revision())
                .withCaller(callerOf(call.principal()))
                .withTarget(targetName(request.method(), request.params()), null);
        ObservedCall exchange = new ObservedCall(
                passage,
                Instant.now(),
                call.id().toString(),
                call.sessionLabel().orElse(null));
        return new InterceptedCall(this, now, exchange, request.method());
    }

    /**
     * Opens a stream past the policies. The exchange is over when the stream is open, and its result is the
     * acknowledgement.
     */
    SubscriptionFilter openSubscription(
            SubscriptionFilter wanted, ForwardedCall call, UpstreamRouter service, NotificationSink stream) {
        ProtocolCodec wire = ProtocolCodec.of(call.revision(), null);
        Json params = wire.encodeParams(Methods.LISTEN, new ListenParams(wanted, call.meta()));
        CallPipeline.DownstreamRequest request = new CallPipeline.DownstreamRequest(Methods.LISTEN, params, call);
        InterceptedCall crossing = interceptRequest(request, policies.get());
        CallResponse settled;
        try {
            ListenParams allowed = wire.decodeParams(Methods.LISTEN, crossing.filterRequest(null));
            SubscriptionFilter honoured = service.openSubscription(allowed.notifications(), stream);
            Json acknowledged = wire.encodeNotification(
                    Notifications.ACKNOWLEDGED,
                    AcknowledgedParams.of(honoured, call.id().json()));
            settled = CallResponse.result(crossing.resultOutcome(), acknowledged);
        } catch (RuntimeException | Error e) {
            settled = toFailureResponse(request, crossing, e);
            if (settled == null) {
                throw e;
            }
        }
        crossing.complete(settled);
        return wire.decodeNotification(Notifications.ACKNOWLEDGED, settled.resultOrThrow())
                .notifications();
    }

    /** What answers a request that failed like this. Null when nothing does: the exchange is over then. */
    @Nullable CallResponse toFailureResponse(CallPipeline.DownstreamRequest request, InterceptedCall crossing, Throwable why) {
        if (why instanceof InterceptedCall.LocalResultException answered) {
            return CallResponse.result(crossing.resultOutcome(), answered.result());
        }
        if (why instanceof McpClientException e) {
            return crossing.toFailureResponse(
                    e,
                    new UpstreamErrorMapper(upstream)
                            .toClientError(
                                    e,
                                    request.method(),
                                    request.params(),
                                    request.call().revision()));
        }
        if (why instanceof RpcException e) {
            return CallResponse.error(crossing.errorOutcome(), e);
        }
        crossing.completeWithoutResponse(why);
        return null;
    }

    /** The error for a client of that revision, to which the upstream cannot be presented. */
    public RpcException toConnectError(McpClientException e, Revision front) {
        return new UpstreamErrorMapper(upstream).toClientError(e, Methods.DISCOVER, Json.EMPTY_OBJECT, front);
    }

    /** A question of the server, which belongs to no request or nobody knows to which. */
    InterceptedCall interceptServerRequest(Caller caller, Method<?, ?> method, Json params, Revision behind) {
        PolicyMessage question = PolicyMessage.serverRequest(upstream, method.name(), params)
                .withRevision(behind)
                .withCaller(caller);
        return new InterceptedCall(this, policies.get(), new ObservedCall(question, Instant.now()), method);
    }

    /** The params of a notification that may go on, or null when it may not. */
    @Nullable public Json filterNotification(
            MessageDirection direction, Caller caller, NotificationType<?> type, Json params, Revision revision) {
        PolicyChain now = policies.get();
        if (now == PolicyChain.NONE) {
            return params;
        }
        PolicyMessage news = PolicyMessage.notification(direction, upstream, type.name(), params)
                .withRevision(revision)
                .withCaller(caller);
        PolicyOutcome verdict = applyPolicies(now, news);
        return verdict.isAllowed() ? verdict.message().body() : null;
    }

    /** Asks policies about a message outside of an exchange, and tells the observer what they find. */
    PolicyOutcome applyPolicies(PolicyChain asked, PolicyMessage message) {
        PolicyOutcome verdict = asked.evaluate(message);
        verdict.reports().forEach(report -> observer.onFinding(message, report));
        return verdict;
    }

    public static Caller callerOf(Optional<CallerPrincipal> principal) {
        return principal.map(known -> new Caller(known.name(), known.scopes())).orElse(Caller.ANONYMOUS);
    }

    private static @Nullable String targetName(Method<?, ?> method, Json params) {
        return params.string(method.name().startsWith("resources/") ? "uri" : "name");
    }
}
