package dev.tenon.guard.internal;

import dev.tenon.client.CallCancelledException;
import dev.tenon.client.Cancellation;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.FatalErrors;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.server.RelayCall;
import dev.tenon.server.RelayEnd;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Takes one request past the policies to its upstream, and the answer back. No thread waits for the answer: each step runs on the
 * thread that made it possible, or, where that must not block and the step may, on a thread of the guard.
 */
final class FilteredCall {
    private static final String UNWANTED = "The client no longer waits";

    private final Checkpoint checkpoint;
    private final boolean isQuick;
    private final Service service;
    private final Request request;
    private final Crossing crossing;
    private final RelayEnd end;
    private final Cancellation cancellation = new Cancellation();
    private volatile @Nullable UpstreamRoute route;
    /** Whether the request has ended without an answer. A fatal error that is thrown again then may come back here. */
    private volatile boolean unanswered;

    /** {@code isQuick}: whether neither policies nor observers wait when they are asked about this request. */
    FilteredCall(
            Checkpoint checkpoint, boolean isQuick, Service service, Request request, Crossing crossing, RelayEnd end) {
        this.checkpoint = checkpoint;
        this.isQuick = isQuick;
        this.service = service;
        this.request = request;
        this.crossing = crossing;
        this.end = end;
    }

    /** A request as it came. */
    record Request(Method<?, ?> method, Json params, RelayCall call) {}

    Method<?, ?> method() {
        return request.method();
    }

    void begin() {
        end.whenOver(() -> cancellation.cancel(UNWANTED));
        attempt(this::filter);
    }

    /** A step on the way to the upstream. */
    private interface Step {
        void run() throws Exception;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void later(Step step) {
        checkpoint.later().execute(() -> attempt(step));
    }

    private void filter() throws Exception {
        if (!checkpoint.needsTools(request.method(), crossing.policies())) {
            forward();
            return;
        }
        InitialToolLoader loader = checkpoint.initialTools();
        loader.join(this, () -> crossing.policies().learnTools(checkpoint.upstream(), service::tools));
        cancellation.onCancel(why -> {
            if (loader.leave(this)) {
                later(() -> fail(new CallCancelledException(why)));
            }
        });
    }

    /**
     * The walk of the tools that this waited for is over. A failure that is about another caller begins it anew for this call.
     *
     * @param problem why it failed, or null
     * @param isOwn whether it was begun for this call
     */
    void walked(@Nullable Throwable problem, boolean isOwn) {
        if (problem == null) {
            later(this::forward);
        } else if (!isOwn && CircuitBreaker.isAboutCaller(problem)) {
            later(this::filter);
        } else {
            later(() -> fail(problem));
        }
    }

    private void forward() throws Exception {
        String tool = crossing.tool();
        forward(tool, tool == null ? crossing.there(null) : null);
    }

    /**
     * Forwards the request from this thread, or, if that would have to wait here, from one that may.
     *
     * @param tool the tool whose definition the policies need, or null
     * @param passed the params that may pass; null when the policies wait for the definition
     */
    private void forward(@Nullable String tool, @Nullable Json passed) throws Exception {
        boolean mayBlock = ExecutionContext.current().canBlock();
        UpstreamRoute found = service.route(request, mayBlock);
        route = found;
        Definitions.Known known = found == null || tool == null
                ? null
                : found.upstream().definitions().of(tool, mayBlock);
        Json params = known == null ? passed : crossing.there(known.definition());
        if (found != null && params != null) {
            found.starter().begin(params, crossing, this);
        } else {
            leave();
            later(() -> forward(tool, passed));
        }
    }

    /** Cancelled when the client no longer waits. */
    Cancellation cancellation() {
        return cancellation;
    }

    /**
     * Ends the request. Any thread may call it; the outcome is called on one on which policies and observers may run.
     *
     * @param outcome gives the result in the words of the client, throws what went wrong, or gives null when the request goes on and
     *     is completed later
     */
    void complete(Callable<@Nullable Json> outcome) {
        run(() -> {
            Settled settled;
            try {
                Json result = outcome.call();
                if (result == null) {
                    return;
                }
                settled = Settled.result(crossing.verdict(), result);
            } catch (Throwable e) {
                settle(e);
                return;
            }
            settle(settled);
        });
    }

    private void fail(Throwable why) {
        run(() -> settle(why));
    }

    /** Runs a step in which policies and observers are asked. */
    private void run(Runnable step) {
        if (isQuick || ExecutionContext.current().canBlock()) {
            step.run();
        } else {
            checkpoint.later().execute(step);
        }
    }

    /** Gives the connection back and ends the request, whatever went wrong. */
    private void settle(Throwable why) {
        leave();
        if (!unanswered) {
            Settled settled = checkpoint.failed(request, crossing, why);
            if (settled != null) {
                settle(settled);
                return;
            }
            unanswered = true;
            end.failed(why);
        }
        FatalErrors.rethrow(why);
    }

    private void settle(Settled settled) {
        leave();
        Thread here = Thread.currentThread();
        try {
            crossing.ended(settled, instead -> {
                if (Thread.currentThread() == here) {
                    send(settled, instead);
                } else {
                    checkpoint.later().execute(() -> send(settled, instead));
                }
            });
        } catch (Throwable e) {
            // An observer failed: what it should have noted may be missing, so the client is told of a failure.
            end.failed(e);
            FatalErrors.rethrow(e);
        }
    }

    private void send(Settled settled, @Nullable RpcException instead) {
        RpcException error = instead == null ? settled.error() : instead;
        if (error == null) {
            end.answered(settled.orThrow());
        } else {
            end.failed(error);
        }
    }

    private void leave() {
        UpstreamRoute left = route;
        route = null;
        if (left != null) {
            left.leave().run();
        }
    }
}
