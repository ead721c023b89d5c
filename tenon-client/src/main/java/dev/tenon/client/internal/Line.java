package dev.tenon.client.internal;

import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.internal.link.Backoff;
import dev.tenon.jsonrpc.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to the server as calls see it: a connection that is made when one is needed, and made again when it was lost, with
 * delays that grow as long as no call succeeds.
 */
final class Line implements AutoCloseable {
    private final Dialer dialer;
    private final ClientLimits limits;
    private final Consumer<Connection> whenConnected;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Connection current;
    private volatile boolean closed;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong connections = new AtomicLong();

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
        failures.incrementAndGet();
        Connection made = dialer.dial();
        current = made;
        connections.incrementAndGet();
        whenConnected.accept(made);
        return made;
    }

    /** Nobody is asked again at once who has just failed. */
    private void awaitTurn(Deadline deadline) {
        int vain = failures.get();
        if (vain == 0) {
            return;
        }
        long delay = Backoff.after(vain, limits.reconnectDelay()).toMillis();
        if (TimeUnit.MILLISECONDS.toNanos(delay) > deadline.left()) {
            throw new ConnectionFailedException("The connection failed " + vain + " times in a row; the next try is in "
                    + delay + " ms, which is too late for this call");
        }
        try {
            Thread.sleep(delay);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while waiting for the connection");
        }
    }

    /** A call was answered: the connection works. */
    void worked() {
        failures.set(0);
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
        return connections.get();
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
