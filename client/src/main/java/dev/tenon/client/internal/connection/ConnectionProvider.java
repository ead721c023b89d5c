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
 * Provides the connection to the server: connects on demand, and reconnects after a loss, with delays that grow until a
 * call succeeds. Each call waits at most for its own timeout; a connection that is established later serves the next
 * call.
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

    public ConnectionProvider(Connector connector, ClientContext context, Consumer<McpConnection> connectListener) {
        this.connector = connector;
        this.context = context;
        this.connectListener = connectListener;
    }

    /** Returns the connection; connects first if necessary, which blocks. */
    public McpConnection getConnection(Deadline deadline) {
        McpConnection open = currentConnection();
        if (open != null) {
            return open;
        }
        WaitingThreadExecutor<McpConnection> caller = new WaitingThreadExecutor<>();
        connectAsync(deadline, caller);
        return caller.awaitOutcome(
                () -> caller.onFailure(new CallCancelledException("Interrupted while waiting for the connection")));
    }

    /**
     * Connects, or waits for the connection that is being established. Never blocks: calls the callback with the
     * connection or the failure as soon as it is known, or when the deadline expires.
     */
    public void connectAsync(Deadline deadline, OutcomeCallback<McpConnection> callback) {
        CompletableFuture<McpConnection> attempt;
        try {
            attempt = startOrJoinConnect(deadline);
        } catch (ConnectionFailedException e) {
            callback.onFailure(e);
            return;
        }
        AtomicBoolean completed = new AtomicBoolean();
        OutcomeCallback<McpConnection> once = (connection, failure) -> {
            if (completed.compareAndSet(false, true)) {
                context.connectDeadlines().unregister(deadline);
                callback.onComplete(connection, failure);
            }
        };
        context.connectDeadlines().register(deadline);
        Runnable expire = () -> once.onFailure(new CallTimeoutException("Timed out while waiting for the connection"));
        Runnable cancelTimeout = context.deadlineTimer().schedule(deadline, expire);
        var unused = attempt.whenComplete((connection, failure) -> {
            cancelTimeout.run();
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (failure == null) {
                once.onSuccess(connection);
            } else if (cause instanceof RuntimeException known) {
                once.onFailure(known);
            } else {
                once.onFailure(new ConnectionFailedException("Connecting failed", failure));
            }
        });
    }

    /** Returns the pending connection attempt, or the one that has just succeeded; otherwise starts one. */
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
            Executor delayed = dial -> context.scheduler().schedule(delay, () -> threads.execute(dial));
            CompletableFuture<McpConnection> attempt =
                    CompletableFuture.supplyAsync(this::replaceCurrentConnection, delay.isZero() ? threads : delayed);
            connecting = attempt;
            return attempt;
        } catch (RejectedExecutionException e) {
            throw new ConnectionFailedException(CLOSED, e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the delay before the next attempt, so that a failed server is not contacted again at once. */
    private Duration reconnectDelay(Deadline deadline) {
        int failureCount = failures.get();
        if (failureCount == 0) {
            return Duration.ZERO;
        }
        Duration delay = Backoff.delayAfter(failureCount, context.limits().reconnectDelay());
        if (delay.toNanos() > deadline.remainingNanos()) {
            throw new ConnectionFailedException(
                    "The connection failed " + failureCount + " times in a row; the next attempt is in "
                            + delay.toMillis() + " ms, which is too late for this call");
        }
        return delay;
    }

    /**
     * Closes the current connection, if there is one, and returns a new one, which becomes the current one and is
     * passed to the listener. It counts a failure before it connects; {@link #onCallSuccess} resets the count.
     *
     * @throws ConnectionFailedException if the client is closed; exceptions of {@link Connector#connect} are passed
     *     through
     */
    private McpConnection replaceCurrentConnection() {
        McpConnection before = current;
        if (before != null) {
            before.close();
        }
        failures.incrementAndGet();
        McpConnection connection = connector.connect();
        current = connection;
        if (closed) {
            connection.close();
            throw new ConnectionFailedException(CLOSED);
        }
        connections.incrementAndGet();
        connectListener.accept(connection);
        return connection;
    }

    /** Resets the backoff because a call has succeeded. */
    public void onCallSuccess() {
        failures.set(0);
    }

    /** Returns the connection if it is open, otherwise null. */
    @Nullable public McpConnection currentConnection() {
        McpConnection open = current;
        return open != null && open.isOpen() ? open : null;
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
        CompletableFuture<McpConnection> pending;
        lock.lock();
        try {
            pending = connecting;
        } finally {
            lock.unlock();
        }
        if (pending != null) {
            pending.completeExceptionally(new ConnectionFailedException(CLOSED));
        }
        McpConnection open = current;
        if (open != null) {
            open.close();
        }
    }
}
