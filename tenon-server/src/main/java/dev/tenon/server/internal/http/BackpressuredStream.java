package dev.tenon.server.internal.http;

import dev.tenon.server.LimitType;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.internal.limit.LimitCounters;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.SendQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A streaming response with a bounded send buffer. Senders wait for room, or try without waiting. A client that reads
 * nothing for the time of the limit is disconnected by {@link HttpStreamRegistry#maintain}.
 */
public final class BackpressuredStream {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    /** Larger chunks are written in parts, so that each part that leaves shows that the client reads. */
    private static final int PART_BYTES = 64 << 10;

    private final HttpResponseStream stream;
    private final ChannelLimits limits;
    private final @Nullable Instant expires;
    private final LimitCounters counters;
    private final Consumer<BackpressuredStream> closed;
    /** Keeps the order in which chunks are written. */
    private final ReentrantLock lock = new ReentrantLock();
    /** Counts what was given to the container and has not left. */
    private final SendQueue unsent;
    /** Written with the lock, like what follows. */
    private volatile boolean open = true;

    private volatile long lastWrite = System.nanoTime();

    /**
     * A stream that has begun.
     *
     * @param expires when the client that reads it has to show new credentials, or null
     * @param closed is told, once, that nothing more will be sent
     */
    public BackpressuredStream(
            HttpResponseStream stream,
            ChannelLimits limits,
            @Nullable Instant expires,
            LimitCounters counters,
            Consumer<BackpressuredStream> closed) {
        this.counters = counters;
        this.stream = stream;
        this.limits = limits;
        this.unsent = new SendQueue(limits);
        this.expires = expires;
        this.closed = closed;
    }

    /**
     * Sends bytes, also when the buffer is full: for what is bounded in number elsewhere. False when the stream is
     * closed.
     */
    boolean enqueue(byte[] chunk) {
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
        unsent.enqueue(part);
        List<byte[]> leaving = unsent.poll(part.length);
        stream.write(part, () -> unsent.markWritten(leaving));
    }

    /** Copied before the lock is taken, for which event loops may wait. */
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

    /** Waits until the buffer is not full or the stream is closed, as long as the client reads. */
    void awaitWritable() {
        if (!unsent.awaitWritable()) {
            disconnect();
        }
    }

    /** Whether there is room for this many bytes; a closed stream has room, as it drops them. */
    boolean hasCapacity(int more) {
        return !open || unsent.canAccept(more);
    }

    /**
     * Runs an action once: when something has left and no more than half of the buffer is full, or the stream is
     * closed.
     */
    void onWritable(Runnable action) {
        unsent.onWritable(action);
    }

    /** Whether the client has read nothing for the time of the limit, though something waits for it. */
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
        int waiting = unsent.size();
        if (close(stream::abort)) {
            counters.count(LimitType.QUEUE);
            LOG.warn(
                    "Closing a stream whose client does not read: {} parts waited, none left for {} (limit: queue.time)",
                    waiting,
                    limits.writeTimeout());
        }
    }

    /** Whether nothing was sent for that long and nothing waits. */
    boolean isIdle(long now, long nanos) {
        return open && now - lastWrite > nanos && unsent.size() == 0;
    }

    boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    boolean isOpen() {
        return open;
    }

    /** Ends the answer after what was sent. */
    void end() {
        close(stream::end);
    }

    /** Cuts the connection. */
    void abort() {
        close(stream::abort);
    }

    private boolean close(Runnable how) {
        lock.lock();
        try {
            if (!open) {
                return false;
            }
            open = false;
            how.run();
        } finally {
            lock.unlock();
        }
        closed.accept(this);
        unsent.close();
        return true;
    }
}
