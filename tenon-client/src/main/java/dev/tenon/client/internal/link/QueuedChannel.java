package dev.tenon.client.internal.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.Outbox;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** A channel over the network. What is sent waits in a bounded queue, and leaves message by message; no thread waits for that. */
abstract class QueuedChannel implements Channel {
    private static final String CLOSED = "The connection was closed by this client";

    final Ending ending = new Ending();
    private final ClientLimits limits;
    private final Outbox outbox;
    private final AtomicBoolean opened = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();

    /** Whether a message is on its way, or none may be yet. */
    @GuardedBy("lock") private boolean writing = true;

    private volatile boolean started;
    private volatile boolean closing;

    QueuedChannel(ClientLimits limits) {
        this.limits = limits;
        this.outbox = new Outbox(limits.queue());
    }

    /** A channel is opened once. */
    final void checkUnopened() {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException("A channel is opened once");
        }
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
    void finish(boolean isAllWritten) {}

    /** Ends the connection at once, for this reason unless there was one before. */
    final void end(String why) {
        ending.isFor(why);
        outbox.abort();
        release();
        ending.over(why);
    }

    /** Frees what the connection holds. */
    abstract void release();

    /** Writes the next message unless one is on its way; {@code isWritten} when that one has been written. */
    private void writeNext(boolean isWritten) {
        List<byte[]> message;
        lock.lock();
        try {
            writing = writing && !isWritten;
            message = writing ? List.of() : outbox.poll(1);
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
        write(message.get(0), () -> writeNext(true), () -> outbox.written(message));
    }

    @Override
    public final void send(byte[] message) {
        if (!outbox.put(message)) {
            end("The server is too slow in taking messages");
            throw new ChannelClosedException("Closed: the server is too slow in taking messages");
        }
        writeNext(false);
    }

    @Override
    public final void enqueue(byte[] message) {
        outbox.enqueue(message);
        writeNext(false);
    }

    @Override
    public final boolean trySend(byte[] message) {
        boolean isQueued = outbox.tryPut(message);
        writeNext(false);
        return isQueued;
    }

    @Override
    public final void onWritable(Runnable action) {
        outbox.onWritable(action);
    }

    @Override
    public final void close() {
        ending.isFor(CLOSED);
        closing = true;
        outbox.close();
        if (started && !ending.isOver()) {
            writeNext(false);
            finish(isWithin(written, limits.queue().patience().toMillis()));
        }
        end(CLOSED);
    }

    static boolean isWithin(CountDownLatch event, long millis) {
        try {
            return event.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Why the channel has ended, for a person. */
    public final String ending() {
        return ending.why();
    }
}
