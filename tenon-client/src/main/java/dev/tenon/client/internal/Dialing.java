package dev.tenon.client.internal;

import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.jsonrpc.DeadlineTimer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One connection that is being made, on a thread of its own. Each call waits for it as long as its own time allows; a connection that
 * comes later is there for the next call.
 */
final class Dialing implements Runnable {
    private final Supplier<Connection> dial;
    private final CompletableFuture<Connection> made = new CompletableFuture<>();

    Dialing(Supplier<Connection> dial) {
        this.dial = dial;
    }

    @Override
    public void run() {
        try {
            made.complete(dial.get());
        } catch (RuntimeException e) {
            made.completeExceptionally(e);
        } finally {
            made.completeExceptionally(new ConnectionFailedException("The connection could not be made"));
        }
    }

    boolean isOver() {
        return made.isDone();
    }

    /** Hands over the connection, or why there is none, when that is known or the deadline has passed. Never blocks. */
    void whenOver(Deadline deadline, Standstill standstill, DeadlineTimer timer, Completion<Connection> waiting) {
        AtomicBoolean settled = new AtomicBoolean();
        standstill.join(deadline);
        Runnable unwatch = timer.watch(deadline, () -> {
            if (settled.compareAndSet(false, true)) {
                standstill.leave(deadline);
                waiting.failed(new CallTimeoutException("The connection was not made in time"));
            }
        });
        var unused = made.whenComplete((connection, problem) -> {
            unwatch.run();
            if (settled.compareAndSet(false, true)) {
                standstill.leave(deadline);
                if (problem instanceof RuntimeException why) {
                    waiting.failed(why);
                } else {
                    waiting.succeeded(connection);
                }
            }
        });
    }
}
