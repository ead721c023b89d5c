package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.Cancellation;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.forwarder.ResponseCallback;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Passes one request through the policies to the upstream, and the response back. No thread waits for the response:
 * each step runs on the thread that triggered it, or on a thread of the guard if it may block and that thread must not.
 */
public final class CallPipeline {
    private static final String CLIENT_GONE = "The client no longer waits";

    private final MessageInterceptor interceptor;
    private final boolean isNonBlocking;
    private final UpstreamRouter router;
    private final DownstreamRequest request;
    private final InterceptedCall interceptedCall;
    private final ResponseCallback callback;
    private final Cancellation cancellation = new Cancellation();
    private volatile @Nullable UpstreamRoute route;
    /**
     * Whether the request failed without a response. A rethrown fatal error can reach {@code reportEndAndRespond} a
     * second time.
     */
    private volatile boolean unanswered;

    /**
     * Creates the pipeline of a request.
     *
     * @param isNonBlocking whether neither policies nor observers block for this request
     */
    CallPipeline(
            MessageInterceptor interceptor,
            boolean isNonBlocking,
            UpstreamRouter router,
            DownstreamRequest request,
            InterceptedCall interceptedCall,
            ResponseCallback callback) {
        this.interceptor = interceptor;
        this.isNonBlocking = isNonBlocking;
        this.router = router;
        this.request = request;
        this.interceptedCall = interceptedCall;
        this.callback = callback;
    }

    /** A request as the client sent it. */
    public record DownstreamRequest(Method<?, ?> method, Json params, ForwardedCall call) {}

    /** Returns the request as the client sent it. */
    public DownstreamRequest request() {
        return request;
    }

    /** Returns the call of this request for a client with this codec. */
    public DownstreamCall downstreamCall(ProtocolCodec codec) {
        return new DownstreamCall(codec, request.call(), interceptedCall);
    }

    /** Returns the executor for tasks that may block. */
    Executor blockingExecutor() {
        return interceptor.blockingExecutor();
    }

    void start() {
        callback.onCompletion(() -> cancellation.cancel(CLIENT_GONE));
        runStep(this::loadToolsAndForward);
    }

    /** A step of forwarding the request. */
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
        blockingExecutor().execute(() -> runStep(step));
    }

    private void loadToolsAndForward() throws Exception {
        if (!interceptor.needsTools(request.method(), interceptedCall.policies())) {
            forward();
            return;
        }
        InitialToolLoader loader = interceptor.initialToolLoader();
        loader.joinOrStart(
                this, () -> interceptedCall.policies().loadToolList(interceptor.upstream(), router::fetchToolsByName));
        cancellation.onCancel(why -> {
            if (loader.tryLeave(this)) {
                submitStep(() -> fail(new CallCancelledException(why)));
            }
        });
    }

    /**
     * Continues the call when loading the tools has ended. If loading failed for a reason specific to another caller,
     * this call starts it again.
     *
     * @param problem why it failed, or null
     * @param isOwn whether it was started for this call
     */
    void forwardReloadToolsOrFail(@Nullable Throwable problem, boolean isOwn) {
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
     * Forwards the request from this thread, or from one that may block if this would block here.
     *
     * @param tool the tool whose definition the policies need, or null
     * @param passed the params that passed the policies; null while the policies wait for the definition
     */
    private void forward(@Nullable String tool, @Nullable Json passed) throws Exception {
        boolean mayBlock = ThreadBlockingContext.current().canBlock();
        UpstreamRoute found = router.acquireRoute(request, mayBlock);
        route = found;
        ToolDefinitionCache.ToolLookup lookup = found == null || tool == null
                ? null
                : found.upstream().toolDefinitions().find(tool, mayBlock);
        Json params = lookup == null ? passed : interceptedCall.filterRequest(lookup.definition());
        if (found != null && params != null) {
            found.starter().start(params, this);
        } else {
            releaseRoute();
            submitStep(() -> forward(tool, passed));
        }
    }

    /** Returns the cancellation, which is cancelled when the client no longer waits. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /**
     * Completes the request from any thread; {@code outcome} runs on a thread on which policies and observers may run.
     *
     * @param outcome returns the result for the client, throws the failure, or returns null if the request continues
     *     and is completed later
     */
    public void completeUnlessContinuing(Callable<@Nullable Json> outcome) {
        runPolicyStep(() -> {
            CallResponse response;
            try {
                Json result = outcome.call();
                if (result == null) {
                    return;
                }
                response = CallResponse.result(interceptedCall.resultOutcome(), result);
            } catch (Throwable e) {
                reportEndAndRespond(e);
                return;
            }
            reportEndAndRespond(response);
        });
    }

    private void fail(Throwable why) {
        runPolicyStep(() -> reportEndAndRespond(why));
    }

    /** Runs a step that calls policies and observers. */
    private void runPolicyStep(Runnable step) {
        if (isNonBlocking || ThreadBlockingContext.current().canBlock()) {
            step.run();
        } else {
            blockingExecutor().execute(step);
        }
    }

    /** Releases the connection and completes the request with a failure. */
    private void reportEndAndRespond(Throwable why) {
        releaseRoute();
        if (!unanswered) {
            CallResponse response = interceptor.toFailureResponseOrReportEnd(request, interceptedCall, why);
            if (response != null) {
                reportEndAndRespond(response);
                return;
            }
            unanswered = true;
            callback.fail(why);
        }
        FatalErrors.rethrowIfFatal(why);
    }

    private void reportEndAndRespond(CallResponse response) {
        releaseRoute();
        Thread caller = Thread.currentThread();
        try {
            interceptedCall.reportEnd(response, replacement -> {
                if (Thread.currentThread() == caller) {
                    send(response, replacement);
                } else {
                    blockingExecutor().execute(() -> send(response, replacement));
                }
            });
        } catch (Throwable e) {
            // An observer failed and may not have recorded the call, so the client gets an error.
            callback.fail(e);
            FatalErrors.rethrowIfFatal(e);
        }
    }

    private void send(CallResponse response, @Nullable RpcException replacement) {
        RpcException error = replacement == null ? response.error() : replacement;
        if (error == null) {
            callback.complete(response.resultOrThrow());
        } else {
            callback.fail(error);
        }
    }

    private void releaseRoute() {
        UpstreamRoute released = route;
        route = null;
        if (released != null) {
            released.release().run();
        }
    }
}
