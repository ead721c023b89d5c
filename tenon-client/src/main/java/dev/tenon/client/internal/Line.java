package dev.tenon.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.internal.link.Backoff;
import dev.tenon.jsonrpc.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to the server as calls see it: a connection that is made when one is needed, and made again when it was lost, with
 * delays that grow as long as no call succeeds. Each call waits for it as long as its own time allows; a connection that comes later is
 * there for the next call.
 */
final class Line implements AutoCloseable {
    private static final String CLOSED = "The client is closed";

    private final Dialer dialer;
    private final Crew crew;
    private final Consumer<Connection> whenConnected;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable CompletableFuture<Connection> dialing;

    private volatile @Nullable Connection current;
    private volatile boolean closed;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong connections = new AtomicLong();

    Line(Dialer dialer, Crew crew, Consumer<Connection> whenConnected) {
        this.dialer = dialer;
        this.crew = crew;
        this.whenConnected = whenConnected;
    }

    /** The connection, which is made first where there is none. Blocks until then. */
    Connection get(Deadline deadline) {
        Connection ready = current();
        if (ready != null) {
            return ready;
        }
        CallerThread<Connection> caller = new CallerThread<>();
        connect(deadline, caller);
        return caller.await(
                () -> caller.failed(new CallCancelledException("Interrupted while waiting for the connection")));
    }

    /** Makes a connection, or joins those who wait for the one that is being made. Never blocks. */
    void connect(Deadline deadline, Completion<Connection> made) {
        CompletableFuture<Connection> joined;
        try {
            joined = dialing(deadline);
        } catch (ConnectionFailedException e) {
            made.failed(e);
            return;
        }
        whenOver(joined, deadline, made);
    }

    /** Hands over the connection, or why there is none, when that is known or the deadline has passed. Never blocks. */
    private void whenOver(CompletableFuture<Connection> made, Deadline deadline, Completion<Connection> waiting) {
        AtomicBoolean settled = new AtomicBoolean();
        Completion<Connection> once = (connection, why) -> {
            if (settled.compareAndSet(false, true)) {
                crew.standstill().leave(deadline);
                waiting.settled(connection, why);
            }
        };
        crew.standstill().join(deadline);
        Runnable unwatch = crew.timer()
                .watch(deadline, () -> once.failed(new CallTimeoutException("The connection was not made in time")));
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

    /** The connection that is being made, or was made this moment. */
    private CompletableFuture<Connection> dialing(Deadline deadline) {
        lock.lock();
        try {
            CompletableFuture<Connection> before = dialing;
            if (before != null && (!before.isDone() || current() != null)) {
                return before;
            }
            if (closed) {
                throw new ConnectionFailedException(CLOSED);
            }
            Duration delay = delay(deadline);
            Executor threads = crew.threads();
            CompletableFuture<Connection> started = CompletableFuture.supplyAsync(
                    this::dial,
                    delay.isZero() ? threads : dial -> crew.scheduler().schedule(delay, () -> threads.execute(dial)));
            dialing = started;
            return started;
        } catch (RejectedExecutionException e) {
            throw new ConnectionFailedException(CLOSED, e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns how long to wait before the next try: a server that has just failed is not asked again at once. */
    private Duration delay(Deadline deadline) {
        int vain = failures.get();
        if (vain == 0) {
            return Duration.ZERO;
        }
        Duration delay = Backoff.after(vain, crew.host().limits().reconnectDelay());
        if (delay.toNanos() > deadline.left()) {
            throw new ConnectionFailedException("The connection failed " + vain + " times in a row; the next try is in "
                    + delay.toMillis() + " ms, which is too late for this call");
        }
        return delay;
    }

    private Connection dial() {
        Connection before = current;
        if (before != null) {
            before.close();
        }
        failures.incrementAndGet();
        Connection made = dialer.dial();
        current = made;
        if (closed) {
            made.close();
            throw new ConnectionFailedException(CLOSED);
        }
        connections.incrementAndGet();
        whenConnected.accept(made);
        return made;
    }

    /** A call was answered: the connection works. */
    void worked() {
        failures.set(0);
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
        CompletableFuture<Connection> begun;
        lock.lock();
        try {
            begun = dialing;
        } finally {
            lock.unlock();
        }
        if (begun != null) {
            begun.completeExceptionally(new ConnectionFailedException(CLOSED));
        }
        Connection last = current;
        if (last != null) {
            last.close();
        }
    }
}
