package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.error.McpClientException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.Implementation;
import dev.tenon.model.ListenParams;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ResponseCallback;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.forwarder.SubscriptionSink;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies policies to all messages in both directions: requests, results and errors, upstream requests and their
 * responses, and notifications.
 *
 * @param policies the current policies; read for each message, as they can change
 * @param observer observes every call
 * @param upstream the name of the upstream server
 * @param blockingExecutor runs blocking tasks, also while the guard is being closed
 * @param initialToolLoader loads all tools of the upstream for the policies
 */
public record MessageInterceptor(
        Supplier<PolicyChain> policies,
        GuardObserver observer,
        String upstream,
        Executor blockingExecutor,
        InitialToolLoader initialToolLoader) {
    /** Creates an interceptor for an upstream whose tools are not loaded yet. */
    public MessageInterceptor(
            Supplier<PolicyChain> policies, GuardObserver observer, String upstream, Executor executor) {
        this(policies, observer, upstream, executor, new InitialToolLoader(executor));
    }

    /** Forwards a request to its upstream, and its response back, through the policies. Does not block. */
    void forwardRequest(CallPipeline.DownstreamRequest request, UpstreamRouter router, ResponseCallback callback) {
        PolicyChain chain = policies.get();
        boolean isNonBlocking = isNonBlocking(request.method().name(), chain);
        runInlineOrOffload(request.params(), isNonBlocking, () -> {
            InterceptedCall interceptedCall;
            try {
                interceptedCall = startInterceptedCall(request, chain);
            } catch (RuntimeException | Error e) {
                callback.fail(e);
                return;
            }
            new CallPipeline(this, isNonBlocking, router, request, interceptedCall, callback).start();
        });
    }

    /**
     * Runs a task that calls policies or the observer for a message: on this thread, or on one that may block if they
     * might.
     */
    public void runInlineOrOffload(String method, Json params, Runnable task) {
        runInlineOrOffload(params, isNonBlocking(method, policies.get()), task);
    }

    /** Returns whether neither a policy nor the observer blocks for messages of this method and their responses. */
    private boolean isNonBlocking(String method, PolicyChain chain) {
        return observer.isNonBlocking() && chain.isNonBlocking(method);
    }

    private void runInlineOrOffload(Json params, boolean isNonBlocking, Runnable task) {
        if (ThreadBlockingContext.current().canBlock()
                || isNonBlocking && params.sizeInBytes() <= ThreadBlockingContext.MAX_INLINE_BYTES) {
            task.run();
        } else {
            blockingExecutor.execute(task);
        }
    }

    /** Returns whether the policies need all tools of the upstream before this request, which then waits for them. */
    boolean needsTools(Method<?, ?> method, PolicyChain chain) {
        return (method.equals(Methods.CALL_TOOL) || method.equals(Methods.LIST_TOOLS))
                && chain.requiresToolList(upstream);
    }

    private InterceptedCall startInterceptedCall(CallPipeline.DownstreamRequest request, PolicyChain chain) {
        ForwardedCall call = request.call();
        String targetField = request.method().name().startsWith("resources/") ? "uri" : "name";
        PolicyMessage message = PolicyMessage.request(upstream, request.method().name(), request.params())
                .withRevision(call.revision())
                .withCaller(callerOf(call.principal()))
                .withTarget(request.params().string(targetField), null);
        String session = call.sessionLabel().orElse(null);
        CallStart callStart = new CallStart(message, Instant.now(), call.id().toString(), session);
        return new InterceptedCall(this, chain, callStart, request.method());
    }

    /**
     * Opens a subscription through the policies. The observed call ends when the stream is open; its result is the
     * acknowledgement.
     */
    SubscriptionFilter openSubscription(
            SubscriptionFilter filter, ForwardedCall call, UpstreamRouter router, SubscriptionSink stream) {
        ProtocolCodec codec = ProtocolCodec.of(call.revision(), null);
        Json params = codec.encodeParams(Methods.LISTEN, new ListenParams(filter, call.meta()));
        CallPipeline.DownstreamRequest request = new CallPipeline.DownstreamRequest(Methods.LISTEN, params, call);
        InterceptedCall interceptedCall = startInterceptedCall(request, policies.get());
        CallResponse response;
        try {
            ListenParams allowed = codec.decodeParams(Methods.LISTEN, interceptedCall.filterRequest(null));
            SubscriptionFilter accepted = router.openSubscription(allowed.notifications(), stream);
            Json acknowledgement = codec.encodeNotification(
                    Notifications.ACKNOWLEDGED,
                    AcknowledgedParams.of(accepted, call.id().json()));
            response = CallResponse.result(interceptedCall.resultOutcome(), acknowledgement);
        } catch (RuntimeException | Error e) {
            response = toFailureResponseOrReportEnd(request, interceptedCall, e);
            if (response == null) {
                throw e;
            }
        }
        interceptedCall.reportEnd(response);
        return codec.decodeNotification(Notifications.ACKNOWLEDGED, response.resultOrThrow())
                .notifications();
    }

    /** Returns the response to a request that failed, or null without a response; the call is then complete. */
    @Nullable CallResponse toFailureResponseOrReportEnd(
            CallPipeline.DownstreamRequest request, InterceptedCall interceptedCall, Throwable problem) {
        if (problem instanceof InterceptedCall.LocalResultException local) {
            return CallResponse.result(interceptedCall.resultOutcome(), local.result);
        }
        if (problem instanceof McpClientException e) {
            Revision clientRevision = request.call().revision();
            RpcException clientError = new UpstreamErrorMapper(upstream)
                    .toClientError(e, request.method(), request.params(), clientRevision);
            return interceptedCall.toFailureResponse(e, clientError);
        }
        if (problem instanceof RpcException e) {
            return CallResponse.error(interceptedCall.errorOutcome(), e);
        }
        interceptedCall.reportEndWithoutResponse(problem);
        return null;
    }

    /** Returns the error for a client if connecting to the upstream failed. */
    public RpcException toConnectError(McpClientException e, Revision clientRevision) {
        return new UpstreamErrorMapper(upstream).toClientError(e, Methods.DISCOVER, Json.EMPTY_OBJECT, clientRevision);
    }

    /** Starts the call for a request of the server. */
    InterceptedCall startInterceptedServerCall(
            Caller caller, Method<?, ?> method, Json params, Revision upstreamRevision) {
        PolicyMessage request = PolicyMessage.serverRequest(upstream, method.name(), params)
                .withRevision(upstreamRevision)
                .withCaller(caller);
        return new InterceptedCall(this, policies.get(), new CallStart(request, Instant.now()), method);
    }

    /**
     * Applies these policies to the description of a server, for a client of the given revision. Models read these
     * texts, so they pass the policies like messages.
     */
    ServerDescription filterDescription(
            PolicyChain chain, ServerDescription description, Revision clientRevision, Caller caller) {
        if (chain == PolicyChain.NONE) {
            return description;
        }
        Implementation self = description.implementation();
        Json body = new JsonWriter()
                .beginObject()
                .fieldUnlessNull("instructions", description.instructions())
                .fieldUnlessNull("title", self.title())
                .fieldUnlessNull("description", self.description())
                .endObject()
                .toJson();
        PolicyMessage message = PolicyMessage.request(upstream, Methods.DISCOVER.name(), Json.EMPTY_OBJECT)
                .withRevision(clientRevision)
                .withCaller(caller)
                .toResult(body);
        PolicyOutcome outcome = applyPoliciesAndReport(chain, message);
        Json filtered = outcome.isAllowed() ? outcome.message().body() : Json.EMPTY_OBJECT;
        Implementation filteredSelf =
                self.withTitle(filtered.string("title")).withDescription(filtered.string("description"));
        return new ServerDescription(filteredSelf, description.capabilities(), filtered.string("instructions"));
    }

    /** Applies the policies to a notification; returns its params, or null if it is rejected. */
    @Nullable public Json filterNotification(
            MessageDirection direction, Caller caller, NotificationType<?> type, Json params, Revision revision) {
        PolicyChain chain = policies.get();
        if (chain == PolicyChain.NONE) {
            return params;
        }
        PolicyMessage notification = PolicyMessage.notification(direction, upstream, type.name(), params)
                .withRevision(revision)
                .withCaller(caller);
        PolicyOutcome outcome = applyPoliciesAndReport(chain, notification);
        return outcome.isAllowed() ? outcome.message().body() : null;
    }

    /** Applies policies to a message outside of a call, and reports their findings to the observer. */
    private PolicyOutcome applyPoliciesAndReport(PolicyChain chain, PolicyMessage message) {
        PolicyOutcome outcome = chain.evaluate(message);
        outcome.reports().forEach(report -> observer.onFinding(message, report));
        return outcome;
    }

    public static Caller callerOf(Optional<CallerPrincipal> principal) {
        return principal.map(known -> new Caller(known.name(), known.scopes())).orElse(Caller.ANONYMOUS);
    }
}
