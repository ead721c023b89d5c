package dev.tenon.client.internal.transport.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.internal.transport.http.HttpExceptions;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.transport.QueuedChannel;
import dev.tenon.transport.SendQueue;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A channel over the network. What is sent waits in a bounded queue, and leaves message by message; no thread waits for
 * that.
 */
public abstract class NetworkChannel extends QueuedChannel {
    private static final String CLOSED = "The connection was closed by this client";

    final HttpTarget target;
    final ClientLimits clientLimits;
    final ExecutorService executor;
    final RuntimeScheduler scheduler;
    final ChannelCloseState closeState = new ChannelCloseState();
    private final CountDownLatch written = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();

    /** Whether a message is on its way, or none may be yet. */
    @GuardedBy("lock") private boolean writing = true;

    private volatile boolean started;
    private volatile boolean closing;

    /**
     * A channel that connects when it is opened.
     *
     * @param executor runs its reading and writing, and must live longer
     * @param scheduler runs what is due later, and must live longer
     */
    NetworkChannel(HttpTarget target, ClientLimits clientLimits, ExecutorService executor, RuntimeScheduler scheduler) {
        super(new SendQueue(clientLimits.queue()), clientLimits.queue());
        this.target = target;
        this.clientLimits = clientLimits;
        this.executor = executor;
        this.scheduler = scheduler;
    }

    /** Writes what is queued from now on. */
    final void startWriting() {
        started = true;
        writeNext(true);
    }

    /**
     * Writes a message without blocking.
     *
     * @param next to be run once, on any thread, when the next message may follow
     * @param left to be run once, on any thread, when this one has left
     */
    abstract void write(byte[] message, Runnable next, Runnable left);

    /** Says goodbye, within bounds: the last message has left, or will not leave in time. */
    void closeGracefully(boolean isAllWritten) {}

    /** Ends the connection at once, for this reason unless there was one before. */
    final void terminate(String why) {
        closeState.setReason(why);
        sendQueue.abort();
        releaseResources();
        closeState.close(why);
    }

    /** Ends the connection, which broke in this way. */
    final void fail(Throwable problem) {
        terminate(String.valueOf(
                HttpExceptions.forFailure(target.label(), problem).getMessage()));
    }

    /** Frees what the connection holds. */
    abstract void releaseResources();

    /** Writes the next message unless one is on its way; {@code isWritten} when that one has been written. */
    private void writeNext(boolean isWritten) {
        List<byte[]> message;
        lock.lock();
        try {
            writing = writing && !isWritten;
            message = writing ? List.of() : sendQueue.poll(1);
            if (message.isEmpty()) {
                if (!writing && closing) {
                    written.countDown();
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
        terminate("The server is too slow in taking messages");
    }

    @Override
    public final void close() {
        closeState.setReason(CLOSED);
        closing = true;
        sendQueue.close();
        if (started && !closeState.isClosed()) {
            writeNext(false);
            closeGracefully(awaitLatch(written, limits.writeTimeout().toMillis()));
        }
        terminate(CLOSED);
    }

    static boolean awaitLatch(CountDownLatch event, long millis) {
        try {
            return event.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Why the channel has ended, for a person. */
    public final String closeReason() {
        return closeState.reason();
    }
}
