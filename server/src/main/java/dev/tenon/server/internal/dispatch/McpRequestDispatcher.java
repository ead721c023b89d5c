package dev.tenon.server.internal.dispatch;

import dev.tenon.codec.KnownMethods;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.internal.concurrent.WorkerStartCoalescer;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.ResumableParams;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.internal.limit.NamedTimeout;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.InputRequester;
import dev.tenon.server.internal.request.RawResult;
import dev.tenon.server.internal.request.RequestCompletion;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.RequestObservation;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.RequestStateCodec;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.internal.request.RunningRequestRegistry;
import dev.tenon.server.internal.request.ServerSettings;
import dev.tenon.server.observer.ServerObserver;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Dispatches requests: finds the method, validates the params, runs the handler, and ensures exactly one response, or
 * none if the client cancelled. Independent of transports and revisions.
 */
public final class McpRequestDispatcher {
    private final MethodRegistry methods;
    private final RequestStateCodec stateCodec;
    private final RunningRequestRegistry activeRequests;
    private final Executor handlers;
    private final ServerObserver observer;
    private final ServerSettings settings;
    private final NamedTimeout requestTimeout;
    private final NamedTimeout maxDuration;
    private final LargeResultConcurrencyLimiter largeResults = new LargeResultConcurrencyLimiter();
    private volatile boolean acceptingStopped;

    public McpRequestDispatcher(
            MethodRegistry methods,
            RunningRequestRegistry activeRequests,
            Executor handlers,
            ServerObserver observer,
            ServerSettings settings) {
        this.methods = methods;
        this.stateCodec = new RequestStateCodec(settings.keys(), settings.limits());
        this.activeRequests = activeRequests;
        this.handlers = handlers;
        this.observer = observer;
        this.settings = settings;
        this.requestTimeout = new NamedTimeout(settings.limits().requestTimeout(), "requestTimeout");
        this.maxDuration = new NamedTimeout(settings.limits().maxRequestDuration(), "maxRequestDuration");
    }

    /**
     * Dispatches a request; the response is sent to the sink, now or later. Throws only {@link FatalErrors}, after the
     * response was sent.
     */
    public RequestExecution dispatch(Request request, RequestSource context, ResponseSink sink) {
        RequestObservation observation = new RequestObservation(observer, request, context);
        RequestExecution execution = new RequestExecution(request.id(), sink, observation, requestTimeout, maxDuration);
        try {
            if (acceptingStopped) {
                throw shuttingDownError();
            }
            activeRequests.register(execution, context.inFlight());
            Method<?, ?> method = context.codec().findClientMethod(request.method());
            if (method == null) {
                forwardUnknownOrThrow(request, execution);
            } else {
                dispatch(method, request, execution);
            }
        } catch (Throwable failure) {
            fail(execution, failure);
        }
        return execution;
    }

    /** Forwards an unknown method if the leniency policy allows it; the upstream server validates its params. */
    private void forwardUnknownOrThrow(Request request, RequestExecution execution) throws Exception {
        RpcError unknown = KnownMethods.methodNotFoundError(request.method());
        boolean isForwardable = methods.isForwarding() && KnownMethods.isValidName(request.method());
        if (!isForwardable || !settings.leniency().allows(LeniencyPolicy.ProtocolCheck.METHODS, unknown.message())) {
            throw new RpcException(unknown);
        }
        Method<EmptyParams, EmptyResult> method = new Method<>(request.method(), EmptyParams.class, EmptyResult.class);
        dispatch(method, Objects.requireNonNull(methods.findHandler(method)), EmptyParams.EMPTY, request, execution);
    }

    /** Rejects new requests from now on. */
    public void stopAccepting() {
        acceptingStopped = true;
    }

    private <P extends Params> void dispatch(Method<P, ?> method, Request request, RequestExecution execution)
            throws Exception {
        MethodHandler<P> handler = methods.findHandler(method);
        if (handler == null) {
            throw new RpcException(KnownMethods.methodNotFoundError(request.method()));
        }
        ProtocolCodec codec = execution.observation().context().codec();
        dispatch(method, handler, codec.decodeParams(method, request.params()), request, execution);
    }

    private <P extends Params> void dispatch(
            Method<P, ?> method, MethodHandler<P> handler, P params, Request request, RequestExecution execution)
            throws Exception {
        RequestSource context = execution.observation().context();
        execution.observation().setTargetAndNotifyStarted(handler.target(params));
        // Before any other validation, so that a caller without these scopes learns nothing about the target.
        Set<String> needed = handler.requiredScopes(params);
        if (!context.hasScopes(needed)) {
            execution.markForbidden(needed);
            throw new RpcException(ErrorCode.FORBIDDEN, "Forbidden: not allowed to this caller");
        }
        Json rawParams = request.params() == null ? Json.EMPTY_OBJECT : request.params();
        InputRequester inputRequester = createInputRequester(params, request, context);
        ActiveCall call =
                new ActiveCall(execution, method, rawParams, params.meta(), inputRequester, settings, stateCodec);
        ExecutionPlan plan = handler.executeOrPlan(params, call);
        if (plan instanceof ExecutionPlan.ImmediateResult immediate) {
            complete(call, immediate.result());
        } else if (plan instanceof ExecutionPlan.HandlerInvocation invocation) {
            submitOrRunHandler(invocation, call);
        } else {
            startAsync(((ExecutionPlan.AsyncInvocation) plan).starter(), call);
        }
    }

    private void startAsync(ExecutionPlan.AsyncStarter starter, ActiveCall call) throws Exception {
        ExecutionPlan.ResultCallback callback = new AsyncCompletion(this, call);
        if (!ThreadBlockingContext.current().canBlock()) {
            starter.start(callback);
            return;
        }
        Callable<?> task = () -> {
            starter.start(callback);
            return callback;
        };
        executeBlockingOrThrowBusy(() -> {
            try {
                call.execution().runInterruptibly(task);
            } catch (Throwable failure) {
                fail(call.execution(), failure);
            }
        });
    }

    /**
     * Runs a task that may block on the handler threads.
     *
     * @throws RpcException 429 if the server is shutting down
     */
    public void executeBlockingOrThrowBusy(Runnable task) {
        try {
            HandlerExecutors.executeBatched(handlers, task);
        } catch (RejectedExecutionException e) {
            throw shuttingDownError();
        }
    }

    private static RpcException shuttingDownError() {
        return new RpcException(ErrorCode.BUSY, "This server is shutting down");
    }

    private InputRequester createInputRequester(Params params, Request request, RequestSource context) {
        if (context.session() != null) {
            return new SessionInputRequester(context.session());
        }
        if (methods.isForwarding() || !(params instanceof ResumableParams resumable)) {
            return rejectInputRequests(request.method());
        }
        RequestStateCodec.StateBinding binding =
                RequestStateCodec.StateBinding.of(context, request.method(), request.params());
        RequestStateCodec.RoundState state = stateCodec.open(binding, resumable.requestState());
        return new MultiRoundInputRequester(stateCodec, binding, resumable.inputResponses(), state);
    }

    /** Only three methods allow input requests in 2026-07-28 (basic/patterns/mrtr, Supported Requests). */
    private static InputRequester rejectInputRequests(String method) {
        return (requests, call) -> {
            throw new IllegalStateException("A handler of " + method
                    + " cannot request input: only tools/call, prompts/get and resources/read can (2026-07-28,"
                    + " basic/patterns/mrtr)");
        };
    }

    private void submitOrRunHandler(ExecutionPlan.HandlerInvocation invocation, ActiveCall call) {
        if (invocation.timeout() != null) {
            call.setToolTimeout(invocation.timeout());
        }
        if (invocation.blocking()) {
            executeBlockingOrThrowBusy(() -> runHandler(invocation, call));
        } else {
            WorkerStartCoalescer.flush();
            runHandler(invocation, call);
        }
    }

    private void runHandler(ExecutionPlan.HandlerInvocation invocation, ActiveCall call) {
        try {
            try {
                Result result = call.execution().runInterruptibly(invocation.handler());
                if (invocation.blocking()) {
                    largeResults.write(result, call.execution(), () -> complete(call, result));
                } else {
                    complete(call, result);
                }
            } catch (MultiRoundInputRequester.InputRequiredSignal signal) {
                MultiRoundInputRequester requester = (MultiRoundInputRequester) call.inputRequester();
                complete(call, requester.inputRequiredResult(signal.inputRequests()));
            }
        } catch (Throwable failure) {
            fail(call.execution(), failure);
        }
    }

    /** Completes an asynchronous request. */
    private record AsyncCompletion(McpRequestDispatcher dispatcher, ActiveCall call)
            implements ExecutionPlan.ResultCallback {
        @Override
        public void complete(Result result) {
            try {
                dispatcher.complete(call, result);
            } catch (Throwable failure) {
                fail(failure);
            }
        }

        @Override
        public void fail(Throwable cause) {
            dispatcher.fail(call.execution(), cause);
        }
    }

    private void complete(ActiveCall call, Result result) {
        RequestExecution execution = call.execution();
        if (execution.isCompleted()) {
            return;
        }
        if (result instanceof ExecutionPlan.KeepOpenResult) {
            execution.keepOpenUncounted();
        } else {
            Json encoded = result instanceof RawResult raw
                    ? raw.json()
                    : call.context().codec().encodeResult(call.method(), result);
            String incident = execution.observation().incident();
            execution.tryComplete(RequestCompletion.of(execution.id(), result, encoded, incident));
        }
    }

    private void fail(RequestExecution execution, Throwable failure) {
        if (!execution.isCompleted()) {
            String label = execution.observation().logLabel();
            execution.tryComplete(
                    RequestCompletion.of(execution.id(), FailureMapper.mapAndLogUnexpected(failure, label)));
        }
        FatalErrors.rethrowIfFatal(failure);
    }

    /** Returns the executor for code that may block. */
    public Executor executor() {
        return handlers;
    }

    /** Ends the requests whose timeout has expired. */
    public void expireOverdue(Consumer<Runnable> executor) {
        activeRequests.forEachOverdue(execution -> executor.accept(() -> expire(execution)));
    }

    /** Ends a request whose timeout has expired. */
    private void expire(RequestExecution execution) {
        RequestObservation observation = execution.observation();
        NamedTimeout timeout = execution.currentTimeout();
        if (Methods.CALL_TOOL.name().equals(observation.method())) {
            CallToolResult result = CallToolResult.error("The tool did not finish within " + timeout
                    + " and was stopped. Ask for less, or try again later.");
            Json encoded = observation.context().codec().encodeResult(Methods.CALL_TOOL, result);
            execution.expire(RequestCompletion.of(execution.id(), result, encoded, null));
        } else {
            execution.expire(RequestCompletion.of(execution.id(), FailureMapper.timeoutFailure(timeout)));
        }
    }

    /** Completes the remaining requests with an error when the server closes, so that their clients get a response. */
    public void failRemaining() {
        activeRequests.forEach(
                execution -> execution.expire(RequestCompletion.of(execution.id(), FailureMapper.shutdownFailure())));
    }
}
