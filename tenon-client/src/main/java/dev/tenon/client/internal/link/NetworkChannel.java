package dev.tenon.client.internal.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.HttpTarget;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.transport.Outbox;
import dev.tenon.transport.QueuedChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A channel over the network. What is sent waits in a bounded queue, and leaves message by message; no thread waits for that. */
abstract class NetworkChannel extends QueuedChannel {
    private static final String CLOSED = "The connection was closed by this client";

    final HttpTarget target;
    final ClientLimits clientLimits;
    final ExecutorService executor;
    final RuntimeScheduler scheduler;
    final Ending ending = new Ending();
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
        super(new Outbox(clientLimits.queue()), clientLimits.queue());
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
    void finish(boolean isAllWritten) {}

    /** Ends the connection at once, for this reason unless there was one before. */
    final void end(String why) {
        ending.isFor(why);
        outbox.abort();
        release();
        ending.over(why);
    }

    /** Ends the connection, which broke in this way. */
    final void endBy(Throwable problem) {
        end(String.valueOf(HttpProblem.failure(target.label(), problem).getMessage()));
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
    protected final void queued() {
        writeNext(false);
    }

    @Override
    protected final void closeAsTooSlow() {
        end("The server is too slow in taking messages");
    }

    @Override
    public final void close() {
        ending.isFor(CLOSED);
        closing = true;
        outbox.close();
        if (started && !ending.isOver()) {
            writeNext(false);
            finish(isWithin(written, limits.patience().toMillis()));
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
