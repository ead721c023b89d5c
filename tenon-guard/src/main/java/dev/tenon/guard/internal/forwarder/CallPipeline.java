package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.Cancellation;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ResponseCallback;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Takes one request past the policies to its upstream, and the answer back. No thread waits for the answer: each step
 * runs on the thread that made it possible, or, where that must not block and the step may, on a thread of the guard.
 */
public final class CallPipeline {
    private static final String CLIENT_GONE = "The client no longer waits";

    private final PolicyFilter checkpoint;
    private final boolean isNonBlocking;
    private final UpstreamRouter service;
    private final DownstreamRequest request;
    private final InterceptedCall interceptedCall;
    private final ResponseCallback callback;
    private final Cancellation cancellation = new Cancellation();
    private volatile @Nullable UpstreamRoute route;
    /** Whether the request has ended without an answer. A fatal error that is thrown again then may come back here. */
    private volatile boolean unanswered;

    /** {@code isQuick}: whether neither policies nor observers wait when they are asked about this request. */
    CallPipeline(
            PolicyFilter checkpoint,
            boolean isQuick,
            UpstreamRouter service,
            DownstreamRequest request,
            InterceptedCall crossing,
            ResponseCallback end) {
        this.checkpoint = checkpoint;
        this.isNonBlocking = isQuick;
        this.service = service;
        this.request = request;
        this.interceptedCall = crossing;
        this.callback = end;
    }

    /** A request as it came. */
    public record DownstreamRequest(Method<?, ?> method, Json params, ForwardedCall call) {}

    Method<?, ?> method() {
        return request.method();
    }

    void start() {
        callback.onCompletion(() -> cancellation.cancel(CLIENT_GONE));
        runStep(this::loadToolsAndForward);
    }

    /** A step on the way to the upstream. */
    private interface PipelineStep {
        void run() throws Exception;
    }

    private void runStep(PipelineStep step) {
        try {
            step.run();
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void submitStep(PipelineStep step) {
        checkpoint.blockingExecutor().execute(() -> runStep(step));
    }

    private void loadToolsAndForward() throws Exception {
        if (!checkpoint.needsTools(request.method(), interceptedCall.policies())) {
            forward();
            return;
        }
        InitialToolLoader loader = checkpoint.initialToolLoader();
        loader.join(this, () -> interceptedCall.policies().loadToolList(checkpoint.upstream(), service::fetchTools));
        cancellation.onCancel(why -> {
            if (loader.tryLeave(this)) {
                submitStep(() -> fail(new CallCancelledException(why)));
            }
        });
    }

    /**
     * The walk of the tools that this waited for is over. A failure that is about another caller begins it anew for
     * this call.
     *
     * @param problem why it failed, or null
     * @param isOwn whether it was begun for this call
     */
    void onToolsLoaded(@Nullable Throwable problem, boolean isOwn) {
        if (problem == null) {
            submitStep(this::forward);
        } else if (!isOwn && CircuitBreaker.isCallerSpecific(problem)) {
            submitStep(this::loadToolsAndForward);
        } else {
            submitStep(() -> fail(problem));
        }
    }

    private void forward() throws Exception {
        String tool = interceptedCall.toolNeedingDefinition();
        forward(tool, tool == null ? interceptedCall.filterRequest(null) : null);
    }

    /**
     * Forwards the request from this thread, or, if that would have to wait here, from one that may.
     *
     * @param tool the tool whose definition the policies need, or null
     * @param passed the params that may pass; null when the policies wait for the definition
     */
    private void forward(@Nullable String tool, @Nullable Json passed) throws Exception {
        boolean mayBlock = ExecutionContext.current().canBlock();
        UpstreamRoute found = service.findRoute(request, mayBlock);
        route = found;
        ToolDefinitionCache.ToolLookup known = found == null || tool == null
                ? null
                : found.upstream().definitions().find(tool, mayBlock);
        Json params = known == null ? passed : interceptedCall.filterRequest(known.definition());
        if (found != null && params != null) {
            found.starter().start(params, interceptedCall, this);
        } else {
            releaseRoute();
            submitStep(() -> forward(tool, passed));
        }
    }

    /** Cancelled when the client no longer waits. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /**
     * Ends the request. Any thread may call it; the outcome is called on one on which policies and observers may run.
     *
     * @param outcome gives the result in the words of the client, throws what went wrong, or gives null when the
     *     request goes on and is completed later
     */
    public void complete(Callable<@Nullable Json> outcome) {
        runPolicyStep(() -> {
            CallResponse settled;
            try {
                Json result = outcome.call();
                if (result == null) {
                    return;
                }
                settled = CallResponse.result(interceptedCall.resultOutcome(), result);
            } catch (Throwable e) {
                respond(e);
                return;
            }
            respond(settled);
        });
    }

    private void fail(Throwable why) {
        runPolicyStep(() -> respond(why));
    }

    /** Runs a step in which policies and observers are asked. */
    private void runPolicyStep(Runnable step) {
        if (isNonBlocking || ExecutionContext.current().canBlock()) {
            step.run();
        } else {
            checkpoint.blockingExecutor().execute(step);
        }
    }

    /** Gives the connection back and ends the request, whatever went wrong. */
    private void respond(Throwable why) {
        releaseRoute();
        if (!unanswered) {
            CallResponse settled = checkpoint.toFailureResponse(request, interceptedCall, why);
            if (settled != null) {
                respond(settled);
                return;
            }
            unanswered = true;
            callback.fail(why);
        }
        FatalErrors.rethrowIfFatal(why);
    }

    private void respond(CallResponse settled) {
        releaseRoute();
        Thread here = Thread.currentThread();
        try {
            interceptedCall.complete(settled, instead -> {
                if (Thread.currentThread() == here) {
                    send(settled, instead);
                } else {
                    checkpoint.blockingExecutor().execute(() -> send(settled, instead));
                }
            });
        } catch (Throwable e) {
            // An observer failed: what it should have noted may be missing, so the client is told of a failure.
            callback.fail(e);
            FatalErrors.rethrowIfFatal(e);
        }
    }

    private void send(CallResponse settled, @Nullable RpcException instead) {
        RpcException error = instead == null ? settled.error() : instead;
        if (error == null) {
            callback.complete(settled.resultOrThrow());
        } else {
            callback.fail(error);
        }
    }

    private void releaseRoute() {
        UpstreamRoute left = route;
        route = null;
        if (left != null) {
            left.release().run();
        }
    }
}
