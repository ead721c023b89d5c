package dev.tenon.server.internal;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.FatalErrors;
import dev.tenon.concurrent.handlers.Gathering;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.ResumableParams;
import dev.tenon.server.Observer;
import dev.tenon.wire.KnownMethods;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Serves requests: finds what a method does, understands its params, runs its handler, and sees to it that exactly one reply
 * goes out, or none when the client cancelled. It knows neither transports nor revisions.
 */
final class Kernel {
    private final MethodTable operations;
    private final StateSeal seal;
    private final Runs runs;
    private final Executor handlers;
    private final Observer observer;
    private final ServerSettings settings;
    private final TimeLimit requestTime;
    private final TimeLimit hardStop;
    private final LargeResults largeResults = new LargeResults();
    private volatile boolean stopped;

    Kernel(
            MethodTable operations,
            StateSeal seal,
            Runs runs,
            Executor handlers,
            Observer observer,
            ServerSettings settings) {
        this.operations = operations;
        this.seal = seal;
        this.runs = runs;
        this.handlers = handlers;
        this.observer = observer;
        this.settings = settings;
        this.requestTime = new TimeLimit(settings.limits().requestTime(), "requestTime");
        this.hardStop = new TimeLimit(settings.limits().requestHardStop(), "requestHardStop");
    }

    /** Serves a request; the reply goes to the exchange, now or later. Throws only {@link FatalErrors}, after the request was answered. */
    Run serve(Request request, Scope scope, Exchange exchange) {
        Sight sight = new Sight(observer, request, scope);
        Run run = new Run(request.id(), exchange, sight, requestTime, hardStop);
        try {
            enter(run, scope);
            Method<?, ?> method = scope.wire().clientMethod(request.method());
            if (method == null) {
                strange(request, scope, run);
            } else {
                serve(method, request, scope, run);
            }
        } catch (Throwable failure) {
            fail(run, failure);
        }
        return run;
    }

    /** Forwards an unknown method through the relay, if the tolerance allows it; the upstream checks its params. */
    private void strange(Request request, Scope scope, Run run) throws Exception {
        RpcError unknown = KnownMethods.notFound(request.method());
        boolean possible = operations.isRelay() && KnownMethods.isName(request.method());
        if (!possible || !settings.tolerance().lets(Tolerance.Check.METHODS, unknown.message())) {
            throw new RpcException(unknown);
        }
        Method<EmptyParams, EmptyResult> method = new Method<>(request.method(), EmptyParams.class, EmptyResult.class);
        serve(method, Objects.requireNonNull(operations.find(method)), EmptyParams.EMPTY, request, scope, run);
    }

    /** Takes in nothing new from now on. */
    void stop() {
        stopped = true;
    }

    private void enter(Run run, Scope scope) {
        if (stopped) {
            throw shuttingDown();
        }
        runs.enter(run, scope.inFlight());
    }

    private <P extends Params> void serve(Method<P, ?> method, Request request, Scope scope, Run run) throws Exception {
        Operation<P> operation = operations.find(method);
        if (operation == null) {
            throw new RpcException(KnownMethods.notFound(request.method()));
        }
        serve(method, operation, scope.wire().decodeParams(method, request.params()), request, scope, run);
    }

    private <P extends Params> void serve(
            Method<P, ?> method, Operation<P> operation, P params, Request request, Scope scope, Run run)
            throws Exception {
        run.sight().understood(operation.target(params));
        permit(operation.needs(params), scope, run);
        Json rawParams = request.params() == null ? Json.EMPTY_OBJECT : request.params();
        ActiveCall call = new ActiveCall(
                run,
                scope,
                method,
                rawParams,
                params.meta(),
                asking(params, request, scope),
                settings.limits(),
                seal,
                settings.logging());
        Work work = operation.prepare(params, call);
        if (work instanceof Work.Done done) {
            finish(call, done.result());
        } else if (work instanceof Work.Handle handle) {
            start(handle, call);
        } else {
            begin(((Work.Begin) work).starter(), call);
        }
    }

    private void begin(Work.Starter starter, ActiveCall call) throws Exception {
        Work.End end = new Ended(this, call);
        if (!ExecutionContext.current().canBlock()) {
            starter.begin(end);
            return;
        }
        Callable<?> beginning = () -> {
            starter.begin(end);
            return end;
        };
        later(() -> {
            try {
                call.run().onThisThread(beginning);
            } catch (Throwable failure) {
                fail(call.run(), failure);
            }
        });
    }

    /**
     * Hands a task that may block to the handler threads.
     *
     * @throws RpcException 429 when the server is shutting down
     */
    void later(Runnable work) {
        try {
            HandlerThreads.hand(handlers, work);
        } catch (RejectedExecutionException e) {
            throw shuttingDown();
        }
    }

    private static RpcException shuttingDown() {
        return new RpcException(ErrorCode.BUSY, "This server is shutting down");
    }

    /** Before anything else happens for the request; who is told more learns of what he may not use. */
    private static void permit(Set<String> needed, Scope scope, Run run) {
        if (!scope.permits(needed)) {
            run.forbid(needed);
            throw new RpcException(ErrorCode.FORBIDDEN, "Forbidden: not allowed to this caller");
        }
    }

    private Asking asking(Params params, Request request, Scope scope) {
        if (scope.session() != null) {
            return new SessionAsking(scope.session());
        }
        if (operations.isRelay() || !(params instanceof ResumableParams resumable)) {
            return new NoAsking(request.method());
        }
        StateSeal.Binding binding = StateSeal.Binding.of(scope, request.method(), request.params());
        StateSeal.State state = seal.open(binding, resumable.requestState());
        return new RoundAsking(seal, binding, resumable.inputResponses(), state);
    }

    private void start(Work.Handle work, ActiveCall call) {
        if (work.time() != null) {
            call.toolTime(work.time());
        }
        if (!work.blocking()) {
            Gathering.letGo();
            handle(work, call);
            return;
        }
        later(() -> handle(work, call));
    }

    private void handle(Work.Handle work, ActiveCall call) {
        try {
            try {
                Result result = call.run().onThisThread(work.handler());
                if (work.blocking()) {
                    largeResults.write(result, call.run(), () -> finish(call, result));
                } else {
                    finish(call, result);
                }
            } catch (AskUnwind unwind) {
                finish(call, ((RoundAsking) call.asking()).result(unwind.questions()));
            }
        } catch (Throwable failure) {
            fail(call.run(), failure);
        }
    }

    /** Ends a request that was begun. */
    private record Ended(Kernel kernel, ActiveCall call) implements Work.End {
        @Override
        public void answered(Result result) {
            try {
                kernel.finish(call, result);
            } catch (Throwable failure) {
                failed(failure);
            }
        }

        @Override
        public void failed(Throwable why) {
            kernel.fail(call.run(), why);
        }
    }

    private void finish(ActiveCall call, Result result) {
        Run run = call.run();
        if (run.isOver()) {
            return;
        }
        if (result instanceof Work.StaysOpen) {
            run.hold();
            return;
        }
        Json encoded =
                result instanceof Raw raw ? raw.json() : call.scope().wire().encodeResult(call.method(), result);
        run.end(Ending.of(run.id(), result, encoded, run.sight().incident()));
    }

    private void fail(Run run, Throwable failure) {
        if (!run.isOver()) {
            run.end(Ending.of(run.id(), Failures.describe(failure, run.sight().where())));
        }
        FatalErrors.rethrow(failure);
    }

    /** What runs code that may wait. */
    Executor executor() {
        return handlers;
    }

    /** Decides which requests end, as their time is up. */
    void sweep(Consumer<Runnable> then) {
        runs.overdue(run -> then.accept(() -> expire(run)));
    }

    /** Ends a request whose time is up. */
    private void expire(Run run) {
        Sight sight = run.sight();
        TimeLimit allowed = run.allowed();
        if (Methods.CALL_TOOL.name().equals(sight.method())) {
            CallToolResult result = CallToolResult.error("The tool did not finish within " + allowed
                    + " and was stopped. Ask for less, or try again later.");
            Json encoded = sight.scope().wire().encodeResult(Methods.CALL_TOOL, result);
            run.expire(Ending.of(run.id(), result, encoded, null));
        } else {
            run.expire(Ending.of(run.id(), Failures.timeout(allowed)));
        }
    }

    /** Ends the requests that still run when the server is closed: each with an error, which its client would miss else. */
    void cutOff() {
        runs.forEach(run -> run.expire(Ending.of(run.id(), Failures.shutdown())));
    }
}
