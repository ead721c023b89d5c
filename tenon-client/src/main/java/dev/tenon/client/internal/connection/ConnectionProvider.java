package dev.tenon.client.internal.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.jsonrpc.internal.Deadline;
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
 * The way to the server as calls see it: a connection that is made when one is needed, and made again when it was lost,
 * with delays that grow as long as no call succeeds. Each call waits for it as long as its own time allows; a
 * connection that comes later is there for the next call.
 */
public final class ConnectionProvider implements AutoCloseable {
    private static final String CLOSED = "The client is closed";

    private final Connector connector;
    private final ClientContext context;
    private final Consumer<McpConnection> connectListener;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable CompletableFuture<McpConnection> connecting;

    private volatile @Nullable McpConnection current;
    private volatile boolean closed;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong connections = new AtomicLong();

    public ConnectionProvider(Connector dialer, ClientContext crew, Consumer<McpConnection> whenConnected) {
        this.connector = dialer;
        this.context = crew;
        this.connectListener = whenConnected;
    }

    /** The connection, which is made first where there is none. Blocks until then. */
    public McpConnection getConnection(Deadline deadline) {
        McpConnection ready = currentConnection();
        if (ready != null) {
            return ready;
        }
        CallerThreadExecutor<McpConnection> caller = new CallerThreadExecutor<>();
        connectAsync(deadline, caller);
        return caller.await(
                () -> caller.onFailure(new CallCancelledException("Interrupted while waiting for the connection")));
    }

    /** Makes a connection, or joins those who wait for the one that is being made. Never blocks. */
    public void connectAsync(Deadline deadline, OutcomeCallback<McpConnection> made) {
        CompletableFuture<McpConnection> joined;
        try {
            joined = startOrJoinConnect(deadline);
        } catch (ConnectionFailedException e) {
            made.onFailure(e);
            return;
        }
        completeWhenConnected(joined, deadline, made);
    }

    /** Hands over the connection, or why there is none, when that is known or the deadline has passed. Never blocks. */
    private void completeWhenConnected(
            CompletableFuture<McpConnection> made, Deadline deadline, OutcomeCallback<McpConnection> waiting) {
        AtomicBoolean settled = new AtomicBoolean();
        OutcomeCallback<McpConnection> once = (connection, why) -> {
            if (settled.compareAndSet(false, true)) {
                context.connectDeadlines().unregister(deadline);
                waiting.onComplete(connection, why);
            }
        };
        context.connectDeadlines().register(deadline);
        Runnable unwatch = context.deadlineTimer()
                .schedule(
                        deadline,
                        () -> once.onFailure(new CallTimeoutException("The connection was not made in time")));
        var unused = made.whenComplete((connection, problem) -> {
            unwatch.run();
            Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
            if (problem == null) {
                once.onSuccess(connection);
            } else {
                once.onFailure(
                        cause instanceof RuntimeException why
                                ? why
                                : new ConnectionFailedException("The connection could not be made", problem));
            }
        });
    }

    /** The connection that is being made, or was made this moment. */
    private CompletableFuture<McpConnection> startOrJoinConnect(Deadline deadline) {
        lock.lock();
        try {
            CompletableFuture<McpConnection> before = connecting;
            if (before != null && (!before.isDone() || currentConnection() != null)) {
                return before;
            }
            if (closed) {
                throw new ConnectionFailedException(CLOSED);
            }
            Duration delay = reconnectDelay(deadline);
            Executor threads = context.executor();
            CompletableFuture<McpConnection> started = CompletableFuture.supplyAsync(
                    this::reconnect,
                    delay.isZero()
                            ? threads
                            : dial -> context.scheduler().schedule(delay, () -> threads.execute(dial)));
            connecting = started;
            return started;
        } catch (RejectedExecutionException e) {
            throw new ConnectionFailedException(CLOSED, e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns how long to wait before the next try: a server that has just failed is not asked again at once. */
    private Duration reconnectDelay(Deadline deadline) {
        int vain = failures.get();
        if (vain == 0) {
            return Duration.ZERO;
        }
        Duration delay = Backoff.delayAfter(vain, context.config().limits().reconnectDelay());
        if (delay.toNanos() > deadline.remainingNanos()) {
            throw new ConnectionFailedException("The connection failed " + vain + " times in a row; the next try is in "
                    + delay.toMillis() + " ms, which is too late for this call");
        }
        return delay;
    }

    private McpConnection reconnect() {
        McpConnection before = current;
        if (before != null) {
            before.close();
        }
        failures.incrementAndGet();
        McpConnection made = connector.connect();
        current = made;
        if (closed) {
            made.close();
            throw new ConnectionFailedException(CLOSED);
        }
        connections.incrementAndGet();
        connectListener.accept(made);
        return made;
    }

    /** A call was answered: the connection works. */
    public void onCallSuccess() {
        failures.set(0);
    }

    /** The connection if there is one. */
    @Nullable public McpConnection currentConnection() {
        McpConnection ready = current;
        return ready != null && ready.isOpen() ? ready : null;
    }

    public long connectionsMade() {
        return connections.get();
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        CompletableFuture<McpConnection> begun;
        lock.lock();
        try {
            begun = connecting;
        } finally {
            lock.unlock();
        }
        if (begun != null) {
            begun.completeExceptionally(new ConnectionFailedException(CLOSED));
        }
        McpConnection last = current;
        if (last != null) {
            last.close();
        }
    }
}
