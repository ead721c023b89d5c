package dev.tenon.client.internal;

import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.jsonrpc.Deadline;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection that is being made, on a thread of its own: each call waits for it as long as its own time allows, and what
 * comes of it is there for the next.
 */
final class Dialing implements Runnable {
    private final Supplier<Connection> dial;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Connection made;
    private volatile RuntimeException problem = new ConnectionFailedException("The connection could not be made");

    Dialing(Supplier<Connection> dial) {
        this.dial = dial;
    }

    @Override
    public void run() {
        try {
            made = dial.get();
        } catch (RuntimeException e) {
            problem = e;
        } finally {
            over.countDown();
        }
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /** What came of it; throws what making it threw. */
    Connection await(Deadline deadline, Standstill standstill) {
        standstill.join(deadline);
        try {
            if (!deadline.await(over)) {
                throw new CallTimeoutException("The connection was not made in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while waiting for the connection");
        } finally {
            standstill.leave(deadline);
        }
        if (made == null) {
            throw problem;
        }
        return Objects.requireNonNull(made);
    }
}
