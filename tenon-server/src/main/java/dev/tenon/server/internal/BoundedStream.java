package dev.tenon.server.internal;

import dev.tenon.server.HttpStream;
import dev.tenon.server.Limits;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A streamed answer whose reader may be slow: what waits for it is bounded, and beyond that it is cut off. */
final class BoundedStream {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");

    private final HttpStream stream;
    private final Limits.Queue limit;
    private final @Nullable Instant expires;
    private final Consumer<BoundedStream> closed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private int messages;
    private long bytes;
    private boolean open = true;
    private long lastWrite = System.nanoTime();

    /**
     * A stream that has begun.
     *
     * @param expires when whoever reads it has to show new credentials, or null
     * @param closed is told, once, that nothing more will be sent
     */
    BoundedStream(HttpStream stream, Limits.Queue limit, @Nullable Instant expires, Consumer<BoundedStream> closed) {
        this.stream = stream;
        this.limit = limit;
        this.expires = expires;
        this.closed = closed;
    }

    /**
     * Sends bytes; false when nobody will get them.
     *
     * @param patient whether to wait for room, where this thread may; else a reader without room is cut off at once
     */
    boolean send(byte[] chunk, boolean patient) {
        lock.lock();
        try {
            if (patient && stream.mayWait()) {
                awaitRoom(chunk.length);
            }
            if (open && !hasRoom(chunk.length)) {
                LOG.warn("Slow reader cut off with {} messages ({} bytes) waiting for it", messages, bytes);
                abort();
            }
            if (!open) {
                return false;
            }
            messages++;
            bytes += chunk.length;
            lastWrite = System.nanoTime();
            stream.write(chunk, () -> written(chunk.length));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether this thread may wait for room. */
    boolean mayWait() {
        return stream.mayWait();
    }

    /** Waits until there is room for so many bytes, or nobody will get them; no longer than the limit allows. */
    void awaitRoomFor(int more) {
        lock.lock();
        try {
            awaitRoom(more);
        } finally {
            lock.unlock();
        }
    }

    /** Whether so many bytes would be taken now; when nobody reads any more, they would not be in anybody's way. */
    boolean hasRoomFor(int more) {
        lock.lock();
        try {
            return !open || hasRoom(more);
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(int more) {
        return messages == 0 || messages < limit.messages() && bytes + more <= limit.bytes();
    }

    private void awaitRoom(int more) {
        long left = limit.time().toNanos();
        try {
            while (open && !hasRoom(more) && left > 0) {
                left = room.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void written(int length) {
        lock.lock();
        try {
            messages--;
            bytes -= length;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Sends a comment when nothing was sent for so long. */
    void keepAlive(byte[] comment, long idleNanos) {
        lock.lock();
        try {
            if (open && messages == 0 && System.nanoTime() - lastWrite > idleNanos) {
                send(comment, false);
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    boolean isOpen() {
        lock.lock();
        try {
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the answer after what was sent. */
    void end() {
        lock.lock();
        try {
            if (open) {
                open = false;
                stream.end();
                left();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The connection is gone, or shall go. */
    void abort() {
        lock.lock();
        try {
            if (open) {
                open = false;
                stream.abort();
                left();
            }
        } finally {
            lock.unlock();
        }
    }

    private void left() {
        room.signalAll();
        closed.accept(this);
    }
}
