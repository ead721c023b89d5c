package dev.tenon.server.internal;

import dev.tenon.concurrent.ExecutionContext;
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
import dev.tenon.server.Limits;
import dev.tenon.server.Observer;
import dev.tenon.transport.HandlerThreads;
import dev.tenon.wire.KnownMethods;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves requests: finds what a method does, understands its params, runs its handler, and sees to it that exactly one reply
 * goes out, or none when the client cancelled. It knows neither transports nor revisions.
 */
final class Kernel {
    private final MethodTable operations;
    private final StateSeal seal;
    private final Limits limits;
    private final Runs runs;
    private final Executor handlers;
    private final Observer observer;
    private final boolean logs;
    private final Tolerance tolerance;
    private volatile boolean stopped;

    Kernel(
            MethodTable operations,
            StateSeal seal,
            Limits limits,
            Runs runs,
            Executor handlers,
            Observer observer,
            boolean logs,
            Tolerance tolerance) {
        this.operations = operations;
        this.seal = seal;
        this.limits = limits;
        this.runs = runs;
        this.handlers = handlers;
        this.observer = observer;
        this.logs = logs;
        this.tolerance = tolerance;
    }

    /** Serves a request; the reply goes to the exchange, now or later. Never throws. */
    Run serve(Request request, Scope scope, Exchange exchange) {
        Sight sight = new Sight(observer, request, scope);
        Run run = new Run(request.id(), exchange, sight, limits.requestTime(), limits.requestHardStop());
        try {
            enter(run, scope);
            Method<?, ?> method = scope.wire().clientMethod(request.method());
            if (method == null) {
                strange(request, scope, run, sight);
            } else {
                serve(method, request, scope, run, sight);
            }
        } catch (Throwable failure) {
            fail(run, sight, failure);
        }
        return run;
    }

    /** A method that nobody here knows: perhaps somebody else does, who then has to understand its params. */
    private void strange(Request request, Scope scope, Run run, Sight sight) throws Exception {
        RpcError unknown = KnownMethods.notFound(request.method());
        boolean possible = operations.isRelay() && KnownMethods.isName(request.method());
        if (!possible || !tolerance.lets(Tolerance.Check.METHODS, unknown.message())) {
            throw new RpcException(unknown);
        }
        Method<EmptyParams, EmptyResult> method = new Method<>(request.method(), EmptyParams.class, EmptyResult.class);
        Operation<EmptyParams> operation = Objects.requireNonNull(operations.find(method));
        serve(method, operation, EmptyParams.EMPTY, request, scope, run, sight);
    }

    /** Takes in nothing new from now on. */
    void stop() {
        stopped = true;
    }

    private void enter(Run run, Scope scope) {
        if (stopped) {
            throw new RpcException(ErrorCode.BUSY, "This server is shutting down");
        }
        runs.enter(run, scope.inFlight());
    }

    private <P extends Params, R extends Result> void serve(
            Method<P, R> method, Request request, Scope scope, Run run, Sight sight) throws Exception {
        Operation<P> operation = operations.find(method);
        if (operation == null) {
            throw new RpcException(KnownMethods.notFound(request.method()));
        }
        P params = scope.wire().decodeParams(method, request.params());
        serve(method, operation, params, request, scope, run, sight);
    }

    private <P extends Params, R extends Result> void serve(
            Method<P, R> method, Operation<P> operation, P params, Request request, Scope scope, Run run, Sight sight)
            throws Exception {
        sight.understood(operation.target(params));
        permit(operation.needs(params), scope, run);
        Json rawParams = request.params() == null ? Json.EMPTY_OBJECT : request.params();
        ActiveCall call = new ActiveCall(
                run, scope, method, rawParams, params.meta(), asking(params, request, scope), limits, seal, logs);
        Work work = operation.prepare(params, call);
        if (work instanceof Work.Done done) {
            finish(method, done.result(), call, sight);
        } else if (work instanceof Work.Handle handle) {
            start(method, handle, call, sight);
        } else if (work instanceof Work.Begin begin) {
            begin(begin.starter(), new Ended<>(method, call, sight));
        } else {
            run.hold();
            open(((Work.Hold) work).opening(), run, sight);
        }
    }

    private void open(@Nullable Callable<?> opening, Run run, Sight sight) {
        if (opening != null) {
            later(() -> runOrFail(opening, run, sight));
        }
    }

    private <R extends Result> void begin(Work.Starter starter, Ended<R> end) throws Exception {
        if (!ExecutionContext.current().canBlock()) {
            starter.begin(end);
            return;
        }
        Callable<?> beginning = () -> {
            starter.begin(end);
            return end;
        };
        later(() -> runOrFail(beginning, end.call.run(), end.sight));
    }

    private void runOrFail(Callable<?> work, Run run, Sight sight) {
        try {
            run.onThisThread(work);
        } catch (Throwable failure) {
            fail(run, sight, failure);
        }
    }

    /**
     * Runs what may block on a thread of its own.
     *
     * @throws RpcException 429 when the server is shutting down
     */
    void later(Runnable work) {
        try {
            HandlerThreads.hand(handlers, work);
        } catch (RejectedExecutionException e) {
            throw new RpcException(ErrorCode.BUSY, "This server is shutting down");
        }
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
        String principal = scope.principal() == null ? null : scope.principal().name();
        StateSeal.Binding binding =
                new StateSeal.Binding(principal, () -> RequestDigest.of(request.method(), request.params()));
        StateSeal.State state = seal.open(binding, resumable.requestState());
        return new RoundAsking(seal, binding, resumable.inputResponses(), state);
    }

    private <R extends Result> void start(Method<?, R> method, Work.Handle work, ActiveCall call, Sight sight) {
        if (work.time() != null) {
            call.time(work.time());
        }
        if (!work.blocking()) {
            HandlerThreads.letGo();
            handle(method, work, call, sight);
            return;
        }
        later(() -> handle(method, work, call, sight));
    }

    private <R extends Result> void handle(Method<?, R> method, Work.Handle work, ActiveCall call, Sight sight) {
        try {
            finish(method, call.run().onThisThread(work.handler()), call, sight);
        } catch (AskUnwind unwind) {
            try {
                finish(method, ((RoundAsking) call.asking()).result(unwind.questions()), call, sight);
            } catch (Throwable failure) {
                fail(call.run(), sight, failure);
            }
        } catch (Throwable failure) {
            fail(call.run(), sight, failure);
        }
    }

    /** Ends a request that was begun. */
    private final class Ended<R extends Result> implements Work.End {
        private final Method<?, R> method;
        private final ActiveCall call;
        private final Sight sight;

        Ended(Method<?, R> method, ActiveCall call, Sight sight) {
            this.method = method;
            this.call = call;
            this.sight = sight;
        }

        @Override
        public void answered(Result result) {
            try {
                finish(method, result, call, sight);
            } catch (Throwable failure) {
                failed(failure);
            }
        }

        @Override
        public void failed(Throwable why) {
            fail(call.run(), sight, why);
        }
    }

    private <R extends Result> void finish(Method<?, R> method, Result result, ActiveCall call, Sight sight) {
        Json encoded =
                result instanceof Raw raw ? raw.json() : call.scope().wire().encodeResult(method, result);
        call.run().reply(Ending.of(call.run().id(), result, encoded, sight.incident()));
    }

    private void fail(Run run, Sight sight, Throwable failure) {
        if (run.isOver()) {
            return;
        }
        run.reply(Ending.of(run.id(), Failures.describe(failure, sight.where())));
        if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
            throw fatal;
        }
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
        Duration allowed = run.allowed();
        if (Methods.CALL_TOOL.name().equals(sight.method())) {
            CallToolResult result = CallToolResult.error("The tool did not finish within " + Failures.shown(allowed)
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
