package dev.tenon.server.internal.dispatch;

import dev.tenon.model.Meta;
import dev.tenon.model.Result;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What is left to do for a request after its params were understood. */
public sealed interface ExecutionPlan {
    /** Nothing: here is the result. */
    record ImmediateResult(Result result) implements ExecutionPlan {}

    /**
     * In place of a result: the request stays open until it is cancelled or its connection ends, as a subscription
     * does.
     */
    record KeepOpenResult(Meta meta) implements Result {
        public static final KeepOpenResult OPEN = new KeepOpenResult(Meta.EMPTY);
    }

    /**
     * A handler has to run.
     *
     * @param blocking whether it may block, and so needs a thread of its own
     * @param time how long it may take, or null for the server's limit
     */
    record HandlerInvocation(
            Callable<? extends Result> handler,
            boolean blocking,
            @Nullable Duration time) implements ExecutionPlan {
        public static HandlerInvocation of(Callable<? extends Result> handler) {
            return new HandlerInvocation(handler, true, null);
        }
    }

    /** The request is answered later, and the starter sees to that. */
    record AsyncInvocation(AsyncStarter starter) implements ExecutionPlan {}

    /** Begins to answer a request. */
    @FunctionalInterface
    interface AsyncStarter {
        /**
         * Begins, on a thread that must not block or on one of its own.
         *
         * @param end told the end
         * @throws Exception when it cannot begin; then the end is not told
         */
        void start(ResultCallback end) throws Exception;
    }

    /** Told how a request ended that was begun: one of the two, once, from any thread. */
    interface ResultCallback {
        void complete(Result result);

        void fail(Throwable why);
    }
}
