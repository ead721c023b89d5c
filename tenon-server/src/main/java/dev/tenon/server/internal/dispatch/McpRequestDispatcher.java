package dev.tenon.server.internal.dispatch;

import dev.tenon.codec.KnownMethods;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.FatalErrors;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.TaskBatch;
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
import dev.tenon.server.internal.request.ActiveRequests;
import dev.tenon.server.internal.request.InboundRequestContext;
import dev.tenon.server.internal.request.InputRequester;
import dev.tenon.server.internal.request.RawResult;
import dev.tenon.server.internal.request.RequestCompletion;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.RequestObservation;
import dev.tenon.server.internal.request.RequestStateCodec;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.internal.request.ServerSettings;
import dev.tenon.server.observer.ServerObserver;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Serves requests: finds what a method does, understands its params, runs its handler, and sees to it that exactly one
 * reply goes out, or none when the client cancelled. It knows neither transports nor revisions.
 */
public final class McpRequestDispatcher {
    private final MethodRegistry methods;
    private final RequestStateCodec stateCodec;
    private final ActiveRequests runs;
    private final Executor handlers;
    private final ServerObserver observer;
    private final ServerSettings settings;
    private final NamedTimeout requestTime;
    private final NamedTimeout hardStop;
    private final LargeResultLimiter largeResults = new LargeResultLimiter();
    private volatile boolean acceptingStopped;

    public McpRequestDispatcher(
            MethodRegistry operations,
            RequestStateCodec seal,
            ActiveRequests runs,
            Executor handlers,
            ServerObserver observer,
            ServerSettings settings) {
        this.methods = operations;
        this.stateCodec = seal;
        this.runs = runs;
        this.handlers = handlers;
        this.observer = observer;
        this.settings = settings;
        this.requestTime = new NamedTimeout(settings.limits().requestTimeout(), "requestTime");
        this.hardStop = new NamedTimeout(settings.limits().maxRequestDuration(), "requestHardStop");
    }

    /**
     * Serves a request; the reply goes to the exchange, now or later. Throws only {@link FatalErrors}, after the
     * request was answered.
     */
    public RequestExecution dispatch(Request request, InboundRequestContext scope, ResponseSink exchange) {
        RequestObservation sight = new RequestObservation(observer, request, scope);
        RequestExecution run = new RequestExecution(request.id(), exchange, sight, requestTime, hardStop);
        try {
            register(run, scope);
            Method<?, ?> method = scope.codec().findClientMethod(request.method());
            if (method == null) {
                forwardUnknown(request, scope, run);
            } else {
                dispatch(method, request, scope, run);
            }
        } catch (Throwable failure) {
            fail(run, failure);
        }
        return run;
    }

    /** Forwards an unknown method through the relay, if the tolerance allows it; the upstream checks its params. */
    private void forwardUnknown(Request request, InboundRequestContext scope, RequestExecution run) throws Exception {
        RpcError unknown = KnownMethods.methodNotFoundError(request.method());
        boolean possible = methods.isForwarding() && KnownMethods.isValidName(request.method());
        if (!possible || !settings.tolerance().allows(LeniencyPolicy.ProtocolCheck.METHODS, unknown.message())) {
            throw new RpcException(unknown);
        }
        Method<EmptyParams, EmptyResult> method = new Method<>(request.method(), EmptyParams.class, EmptyResult.class);
        dispatch(method, Objects.requireNonNull(methods.find(method)), EmptyParams.EMPTY, request, scope, run);
    }

    /** Takes in nothing new from now on. */
    public void stopAccepting() {
        acceptingStopped = true;
    }

    private void register(RequestExecution run, InboundRequestContext scope) {
        if (acceptingStopped) {
            throw shuttingDownError();
        }
        runs.register(run, scope.inFlight());
    }

    private <P extends Params> void dispatch(
            Method<P, ?> method, Request request, InboundRequestContext scope, RequestExecution run) throws Exception {
        MethodHandler<P> operation = methods.find(method);
        if (operation == null) {
            throw new RpcException(KnownMethods.methodNotFoundError(request.method()));
        }
        dispatch(method, operation, scope.codec().decodeParams(method, request.params()), request, scope, run);
    }

    private <P extends Params> void dispatch(
            Method<P, ?> method,
            MethodHandler<P> operation,
            P params,
            Request request,
            InboundRequestContext scope,
            RequestExecution run)
            throws Exception {
        run.observation().onDecoded(operation.target(params));
        authorize(operation.requiredScopes(params), scope, run);
        Json rawParams = request.params() == null ? Json.EMPTY_OBJECT : request.params();
        ActiveCall call = new ActiveCall(
                run,
                scope,
                method,
                rawParams,
                params.meta(),
                createInputRequester(params, request, scope),
                settings.limits(),
                stateCodec,
                settings.logging());
        ExecutionPlan work = operation.prepare(params, call);
        if (work instanceof ExecutionPlan.ImmediateResult done) {
            complete(call, done.result());
        } else if (work instanceof ExecutionPlan.HandlerInvocation handle) {
            startHandler(handle, call);
        } else {
            startAsync(((ExecutionPlan.AsyncInvocation) work).starter(), call);
        }
    }

    private void startAsync(ExecutionPlan.AsyncStarter starter, ActiveCall call) throws Exception {
        ExecutionPlan.ResultCallback end = new AsyncCompletion(this, call);
        if (!ExecutionContext.current().canBlock()) {
            starter.start(end);
            return;
        }
        Callable<?> beginning = () -> {
            starter.start(end);
            return end;
        };
        executeBlocking(() -> {
            try {
                call.execution().runInterruptibly(beginning);
            } catch (Throwable failure) {
                fail(call.execution(), failure);
            }
        });
    }

    /**
     * Hands a task that may block to the handler threads.
     *
     * @throws RpcException 429 when the server is shutting down
     */
    public void executeBlocking(Runnable work) {
        try {
            HandlerExecutors.executeBatched(handlers, work);
        } catch (RejectedExecutionException e) {
            throw shuttingDownError();
        }
    }

    private static RpcException shuttingDownError() {
        return new RpcException(ErrorCode.BUSY, "This server is shutting down");
    }

    /** Before anything else happens for the request; who is told more learns of what he may not use. */
    private static void authorize(Set<String> needed, InboundRequestContext scope, RequestExecution run) {
        if (!scope.hasScopes(needed)) {
            run.markForbidden(needed);
            throw new RpcException(ErrorCode.FORBIDDEN, "Forbidden: not allowed to this caller");
        }
    }

    private InputRequester createInputRequester(Params params, Request request, InboundRequestContext scope) {
        if (scope.session() != null) {
            return new SessionInputRequester(scope.session());
        }
        if (methods.isForwarding() || !(params instanceof ResumableParams resumable)) {
            return new UnsupportedInputRequester(request.method());
        }
        RequestStateCodec.StateBinding binding =
                RequestStateCodec.StateBinding.of(scope, request.method(), request.params());
        RequestStateCodec.RoundState state = stateCodec.open(binding, resumable.requestState());
        return new MultiRoundInputRequester(stateCodec, binding, resumable.inputResponses(), state);
    }

    private void startHandler(ExecutionPlan.HandlerInvocation work, ActiveCall call) {
        if (work.time() != null) {
            call.setToolTimeout(work.time());
        }
        if (!work.blocking()) {
            TaskBatch.flush();
            runHandler(work, call);
            return;
        }
        executeBlocking(() -> runHandler(work, call));
    }

    private void runHandler(ExecutionPlan.HandlerInvocation work, ActiveCall call) {
        try {
            try {
                Result result = call.execution().runInterruptibly(work.handler());
                if (work.blocking()) {
                    largeResults.write(result, call.execution(), () -> complete(call, result));
                } else {
                    complete(call, result);
                }
            } catch (InputRequiredSignal unwind) {
                complete(
                        call,
                        ((MultiRoundInputRequester) call.inputRequester()).inputRequiredResult(unwind.inputRequests()));
            }
        } catch (Throwable failure) {
            fail(call.execution(), failure);
        }
    }

    /** Ends a request that was begun. */
    private record AsyncCompletion(McpRequestDispatcher kernel, ActiveCall call)
            implements ExecutionPlan.ResultCallback {
        @Override
        public void complete(Result result) {
            try {
                kernel.complete(call, result);
            } catch (Throwable failure) {
                fail(failure);
            }
        }

        @Override
        public void fail(Throwable why) {
            kernel.fail(call.execution(), why);
        }
    }

    private void complete(ActiveCall call, Result result) {
        RequestExecution run = call.execution();
        if (run.isCompleted()) {
            return;
        }
        if (result instanceof ExecutionPlan.KeepOpenResult) {
            run.keepOpen();
            return;
        }
        Json encoded = result instanceof RawResult raw
                ? raw.json()
                : call.context().codec().encodeResult(call.method(), result);
        run.tryComplete(RequestCompletion.of(
                run.id(), result, encoded, run.observation().incident()));
    }

    private void fail(RequestExecution run, Throwable failure) {
        if (!run.isCompleted()) {
            run.tryComplete(RequestCompletion.of(
                    run.id(), FailureMapper.map(failure, run.observation().logLabel())));
        }
        FatalErrors.rethrowIfFatal(failure);
    }

    /** What runs code that may wait. */
    public Executor executor() {
        return handlers;
    }

    /** Decides which requests end, as their time is up. */
    public void expireOverdue(Consumer<Runnable> then) {
        runs.forEachOverdue(run -> then.accept(() -> expire(run)));
    }

    /** Ends a request whose time is up. */
    private void expire(RequestExecution run) {
        RequestObservation sight = run.observation();
        NamedTimeout allowed = run.currentTimeout();
        if (Methods.CALL_TOOL.name().equals(sight.method())) {
            CallToolResult result = CallToolResult.error("The tool did not finish within " + allowed
                    + " and was stopped. Ask for less, or try again later.");
            Json encoded = sight.context().codec().encodeResult(Methods.CALL_TOOL, result);
            run.expire(RequestCompletion.of(run.id(), result, encoded, null));
        } else {
            run.expire(RequestCompletion.of(run.id(), FailureMapper.timeout(allowed)));
        }
    }

    /**
     * Ends the requests that still run when the server is closed: each with an error, which its client would miss else.
     */
    public void failRemaining() {
        runs.forEach(run -> run.expire(RequestCompletion.of(run.id(), FailureMapper.shutdown())));
    }
}
