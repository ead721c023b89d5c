package dev.tenon.client.internal.transport.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.transport.http.HttpExceptions;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.transport.QueuedChannel;
import dev.tenon.transport.SendQueue;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A channel over the network. Outgoing messages wait in a bounded queue and are written one by one, without blocking a
 * thread.
 */
public abstract class NetworkChannel extends QueuedChannel {
    private static final String CLOSED = "The connection was closed by this client";

    final HttpTarget target;
    final ClientLimits clientLimits;
    final Executor executor;
    final RuntimeScheduler scheduler;
    private final AtomicReference<@Nullable String> closeReason = new AtomicReference<>();
    private final CountDownLatch allWritten = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();

    /** Whether a message is being written, or writing has not started. */
    @GuardedBy("lock") private boolean writing = true;

    private volatile boolean started;
    private volatile boolean closing;
    private volatile boolean closed;
    private volatile Runnable closeListener = () -> {};

    /**
     * Creates a channel that connects when it is opened.
     *
     * @param executor runs reading and writing, and must outlive the channel
     * @param scheduler runs delayed tasks, and must outlive the channel
     */
    NetworkChannel(HttpTarget target, ClientLimits clientLimits, Executor executor, RuntimeScheduler scheduler) {
        super(new SendQueue(clientLimits.queue()), clientLimits.queue());
        this.target = target;
        this.clientLimits = clientLimits;
        this.executor = executor;
        this.scheduler = scheduler;
    }

    /** Starts writing queued messages. */
    final void startWriting() {
        started = true;
        writeNext(true);
    }

    /**
     * Writes a message without blocking.
     *
     * @param next called once, on any thread, when the next message may follow
     * @param onWritten called once, on any thread, when this message has been sent
     */
    abstract void write(byte[] message, Runnable next, Runnable onWritten);

    /** Performs the closing handshake, within a timeout, after the last message was written or its time has expired. */
    void closeGracefully(boolean isAllWritten) {}

    /** Closes the connection at once, with this reason unless there is one. */
    final void terminate(String reason) {
        setCloseReasonIfAbsent(reason);
        sendQueue.abort();
        releaseResources();
        closed = true;
        closeListener.run();
    }

    /** Notifies the receiver when the channel is closed, or at once if it is closed. It may be notified twice. */
    final void notifyWhenClosed() {
        closeListener = this::notifyClosed;
        if (closed) {
            notifyClosed();
        }
    }

    final void setCloseReasonIfAbsent(String reason) {
        closeReason.compareAndSet(null, reason);
    }

    final boolean isClosed() {
        return closed;
    }

    /** Closes the connection after a failure. */
    final void fail(Throwable failure) {
        terminate(String.valueOf(
                HttpExceptions.forFailure(target.label(), failure).getMessage()));
    }

    /** Releases the resources of the connection. */
    abstract void releaseResources();

    /**
     * Writes the next message unless one is being written.
     *
     * @param isWritten whether that one has been written
     */
    private void writeNext(boolean isWritten) {
        List<byte[]> message;
        lock.lock();
        try {
            writing = writing && !isWritten;
            message = writing ? List.of() : sendQueue.poll(1);
            if (message.isEmpty()) {
                if (!writing && closing) {
                    allWritten.countDown();
                }
                return;
            }
            writing = true;
        } finally {
            lock.unlock();
        }
        write(message.get(0), () -> writeNext(true), () -> sendQueue.markWritten(message));
    }

    @Override
    protected final void onQueued() {
        writeNext(false);
    }

    @Override
    protected final void closeSlowPeer() {
        terminate("The server reads messages too slowly");
    }

    @Override
    public final void close() {
        setCloseReasonIfAbsent(CLOSED);
        closing = true;
        sendQueue.close();
        if (started && !closed) {
            writeNext(false);
            closeGracefully(awaitLatch(allWritten, limits.writeTimeout().toMillis()));
        }
        terminate(CLOSED);
    }

    /**
     * Waits for the server while connecting.
     *
     * @param timeoutProblem what the server did not do in time, after its name
     * @throws McpClientException when the future fails, the time expires or this thread is interrupted
     */
    final <T> T awaitConnecting(Future<T> future, String timeoutProblem) {
        try {
            return future.get(clientLimits.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw HttpExceptions.forFailure(target.label(), e.getCause());
        } catch (TimeoutException e) {
            throw new ConnectionFailedException(target.label() + " " + timeoutProblem, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionFailedException("Interrupted while connecting to " + target.label(), e);
        }
    }

    static boolean awaitLatch(CountDownLatch latch, long millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns why the channel has been closed, for a person. */
    public final String closeReason() {
        String reason = closeReason.get();
        return reason == null ? "The connection was closed" : reason;
    }
}
