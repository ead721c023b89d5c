package dev.tenon.server.internal.dispatch;

import dev.tenon.model.Meta;
import dev.tenon.model.Result;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** How to complete a request after its params were validated. */
public sealed interface ExecutionPlan {
    /** The result is available immediately. */
    record ImmediateResult(Result result) implements ExecutionPlan {}

    /**
     * Used in place of a result: the request stays open until it is cancelled or its connection ends, like a
     * subscription.
     */
    record KeepOpenResult(Meta meta) implements Result {
        public static final KeepOpenResult OPEN = new KeepOpenResult(Meta.EMPTY);
    }

    /**
     * A handler has to run.
     *
     * @param blocking whether it may block and therefore needs a thread of its own
     * @param timeout its timeout, or null for the server's limit
     */
    record HandlerInvocation(
            Callable<? extends Result> handler,
            boolean blocking,
            @Nullable Duration timeout) implements ExecutionPlan {
        public static HandlerInvocation of(Callable<? extends Result> handler) {
            return new HandlerInvocation(handler, true, null);
        }
    }

    /** The request is completed later, through the callback of the starter. */
    record AsyncInvocation(AsyncStarter starter) implements ExecutionPlan {}

    /** Starts an asynchronous request. */
    @FunctionalInterface
    interface AsyncStarter {
        /**
         * Starts, either on a thread that must not block or on one of its own.
         *
         * @param callback completes the request
         * @throws Exception if it cannot start; then the callback is not called
         */
        void start(ResultCallback callback) throws Exception;
    }

    /** Completes an asynchronous request: one of the methods is called, once, from any thread. */
    interface ResultCallback {
        void complete(Result result);

        void fail(Throwable cause);
    }
}
