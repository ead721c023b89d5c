package dev.tenon.client.internal;

import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.jsonrpc.Deadline;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to the server as calls see it: a connection that is made when one is needed, and made again when it was lost, with
 * delays that grow as long as no call succeeds.
 */
final class Line implements AutoCloseable {
    private static final long LONGEST_DELAY_MS = 30_000;

    private final Dialer dialer;
    private final ClientLimits limits;
    private final Consumer<Connection> whenConnected;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Connection current;
    private volatile boolean closed;
    private volatile int failures;
    private volatile long connections;

    Line(Dialer dialer, ClientLimits limits, Consumer<Connection> whenConnected) {
        this.dialer = dialer;
        this.limits = limits;
        this.whenConnected = whenConnected;
    }

    /** The connection, which is made first where there is none. */
    Connection get(Deadline deadline) {
        Connection ready = current;
        if (ready != null && ready.isOpen()) {
            return ready;
        }
        acquire(deadline);
        try {
            ready = current;
            return ready != null && ready.isOpen() ? ready : connect(ready, deadline);
        } finally {
            lock.unlock();
        }
    }

    private void acquire(Deadline deadline) {
        try {
            if (!lock.tryLock(Math.max(0, deadline.left()), TimeUnit.NANOSECONDS)) {
                throw new CallTimeoutException("The connection was not made in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while waiting for the connection");
        }
    }

    private Connection connect(@Nullable Connection before, Deadline deadline) {
        if (before != null) {
            before.close();
        }
        awaitTurn(deadline);
        if (closed) {
            throw new ConnectionFailedException("The client is closed");
        }
        failures++;
        Connection made = dialer.dial();
        current = made;
        connections++;
        whenConnected.accept(made);
        return made;
    }

    /** Nobody is asked again at once who has just failed. */
    private void awaitTurn(Deadline deadline) {
        if (failures == 0) {
            return;
        }
        long delay = Math.min(limits.reconnectDelay().toMillis() << Math.min(failures - 1, 20), LONGEST_DELAY_MS);
        long jittered = delay / 2 + ThreadLocalRandom.current().nextLong(delay / 2 + 1);
        if (TimeUnit.MILLISECONDS.toNanos(jittered) > deadline.left()) {
            throw new ConnectionFailedException(
                    "The connection failed " + failures + " times in a row; the next try is in "
                            + Duration.ofMillis(jittered).toMillis() + " ms, which is too late for this call");
        }
        try {
            Thread.sleep(jittered);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while waiting for the connection");
        }
    }

    /** A call was answered: the connection works. */
    void worked() {
        failures = 0;
    }

    /** This connection is of no more use. */
    void discard(Connection connection) {
        connection.close();
    }

    /** The connection if there is one. */
    @Nullable Connection current() {
        Connection ready = current;
        return ready != null && ready.isOpen() ? ready : null;
    }

    long connections() {
        return connections;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        Connection last = current;
        if (last != null) {
            last.close();
        }
    }
}
