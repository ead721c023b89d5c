package dev.tenon.server.internal;

import dev.tenon.model.Meta;
import dev.tenon.model.Result;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What is left to do for a request after its params were understood. */
sealed interface Work {
    /** Nothing: here is the result. */
    record Done(Result result) implements Work {}

    /** In place of a result: the request stays open until it is cancelled or its connection ends, as a subscription does. */
    record StaysOpen(Meta meta) implements Result {
        static final StaysOpen OPEN = new StaysOpen(Meta.EMPTY);
    }

    /**
     * A handler has to run.
     *
     * @param blocking whether it may block, and so needs a thread of its own
     * @param time how long it may take, or null for the server's limit
     */
    record Handle(
            Callable<? extends Result> handler,
            boolean blocking,
            @Nullable Duration time) implements Work {
        static Handle of(Callable<? extends Result> handler) {
            return new Handle(handler, true, null);
        }
    }

    /** The request is answered later, and the starter sees to that. */
    record Begin(Starter starter) implements Work {}

    /** Begins to answer a request. */
    @FunctionalInterface
    interface Starter {
        /**
         * Begins, on a thread that must not block or on one of its own.
         *
         * @param end told the end
         * @throws Exception when it cannot begin; then the end is not told
         */
        void begin(End end) throws Exception;
    }

    /** Told how a request ended that was begun: one of the two, once, from any thread. */
    interface End {
        void answered(Result result);

        void failed(Throwable why);
    }
}
