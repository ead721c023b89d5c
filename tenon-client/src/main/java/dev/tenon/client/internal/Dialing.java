package dev.tenon.client.internal;

import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.jsonrpc.DeadlineTimer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One connection that is being made, on a thread of its own. Each call waits for it as long as its own time allows; a connection that
 * comes later is there for the next call.
 */
final class Dialing {
    private final CompletableFuture<Connection> made;

    /** Begins to make it. */
    Dialing(Supplier<Connection> dial, Executor threads) {
        made = CompletableFuture.supplyAsync(dial, threads);
    }

    /** Ends the wait for it. */
    void fail(ConnectionFailedException why) {
        made.completeExceptionally(why);
    }

    boolean isOver() {
        return made.isDone();
    }

    /** Hands over the connection, or why there is none, when that is known or the deadline has passed. Never blocks. */
    void whenOver(Deadline deadline, Standstill standstill, DeadlineTimer timer, Completion<Connection> waiting) {
        AtomicBoolean settled = new AtomicBoolean();
        Completion<Connection> once = (connection, why) -> {
            if (settled.compareAndSet(false, true)) {
                standstill.leave(deadline);
                waiting.settled(connection, why);
            }
        };
        standstill.join(deadline);
        Runnable unwatch = timer.watch(
                deadline, () -> once.failed(new CallTimeoutException("The connection was not made in time")));
        var unused = made.whenComplete((connection, problem) -> {
            unwatch.run();
            Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
            if (problem == null) {
                once.succeeded(connection);
            } else {
                once.failed(
                        cause instanceof RuntimeException why
                                ? why
                                : new ConnectionFailedException("The connection could not be made", problem));
            }
        });
    }
}
