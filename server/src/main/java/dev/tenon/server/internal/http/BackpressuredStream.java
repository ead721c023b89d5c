package dev.tenon.server.internal.http;

import static dev.tenon.server.internal.error.IncidentLog.LOG;

import dev.tenon.server.LimitType;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.SendQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A streaming response with a bounded send buffer. Senders wait for capacity, or try without waiting.
 * {@link HttpStreamSupervisor#sendKeepAlivesAndExpire} disconnects a client that reads nothing for the timeout.
 */
public final class BackpressuredStream {
    /** Larger chunks are split, so that each part that is written shows that the client reads. */
    private static final int PART_BYTES = 64 << 10;

    private final HttpResponseStream stream;
    private final ChannelLimits limits;
    private final @Nullable Instant expires;
    private final LimitHitCounters counters;
    private final Consumer<BackpressuredStream> onClosed;
    /** Preserves the order of the chunks. */
    private final ReentrantLock lock = new ReentrantLock();
    /** Counts bytes that were passed to the container and not written yet. */
    private final SendQueue unsent;
    /** Written with the lock, like the next field. */
    private volatile boolean open = true;

    private volatile long lastWrite = System.nanoTime();

    /**
     * Creates a started stream.
     *
     * @param expires when the credentials of the client expire, or null
     * @param onClosed called once when nothing more will be sent
     */
    public BackpressuredStream(
            HttpResponseStream stream,
            ChannelLimits limits,
            @Nullable Instant expires,
            LimitHitCounters counters,
            Consumer<BackpressuredStream> onClosed) {
        this.counters = counters;
        this.stream = stream;
        this.limits = limits;
        this.unsent = new SendQueue(limits);
        this.expires = expires;
        this.onClosed = onClosed;
    }

    /**
     * Sends bytes even if the buffer is full, for messages whose number is limited elsewhere. Returns false if the
     * stream is closed.
     */
    boolean enqueueEvenIfFull(byte[] chunk) {
        List<byte[]> parts = split(chunk);
        lock.lock();
        try {
            if (open) {
                lastWrite = System.nanoTime();
                parts.forEach(this::write);
            }
            return open;
        } finally {
            lock.unlock();
        }
    }

    private void write(byte[] part) {
        unsent.enqueueEvenIfFull(part);
        List<byte[]> written = unsent.poll(part.length);
        stream.write(part, () -> unsent.markWritten(written));
    }

    /** Splits a chunk before the lock is taken, because event loops can wait for the lock. */
    private static List<byte[]> split(byte[] chunk) {
        if (chunk.length <= PART_BYTES) {
            return List.of(chunk);
        }
        List<byte[]> parts = new ArrayList<>();
        for (int from = 0; from < chunk.length; from += PART_BYTES) {
            parts.add(Arrays.copyOfRange(chunk, from, Math.min(chunk.length, from + PART_BYTES)));
        }
        return parts;
    }

    /** Waits until the buffer is not full or the stream is closed, while the client reads. */
    void awaitWritableOrDisconnect() {
        if (!unsent.awaitWritable()) {
            disconnect();
        }
    }

    /** Returns whether there is capacity for this number of bytes; true for a closed stream, which drops them. */
    boolean hasCapacity(int bytes) {
        return !open || unsent.canAccept(bytes);
    }

    /**
     * Runs an action once, when bytes were written and at most half of the buffer is used, or when the stream is
     * closed.
     */
    void onWritable(Runnable action) {
        unsent.onWritable(action);
    }

    /** Returns whether the client has read nothing for the timeout although bytes are queued for it. */
    boolean isStalled() {
        return open && unsent.stalledNanos() > limits.writeTimeout().toNanos();
    }

    /** Disconnects a client that is still stalled. */
    void disconnectIfStalled() {
        if (isStalled()) {
            disconnect();
        }
    }

    private void disconnect() {
        int queuedParts = unsent.size();
        if (close(stream::abort)) {
            counters.increment(LimitType.QUEUE);
            LOG.warn(
                    "Disconnecting a client that does not read its stream: queuedParts={}, nothing written for {}"
                            + " (limit: queue.writeTimeout)",
                    queuedParts,
                    limits.writeTimeout());
        }
    }

    /** Returns whether nothing was sent for this time and nothing is queued. */
    boolean isIdle(long now, long nanos) {
        return open && now - lastWrite > nanos && unsent.size() == 0;
    }

    boolean hasExpiredCredentials(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    boolean isOpen() {
        return open;
    }

    /** Completes the response after the queued bytes. */
    void end() {
        close(stream::end);
    }

    /** Closes the connection immediately. */
    void abort() {
        close(stream::abort);
    }

    private boolean close(Runnable action) {
        lock.lock();
        try {
            if (!open) {
                return false;
            }
            open = false;
        } finally {
            lock.unlock();
        }
        try {
            action.run();
        } finally {
            onClosed.accept(this);
            unsent.close();
        }
        return true;
    }
}
