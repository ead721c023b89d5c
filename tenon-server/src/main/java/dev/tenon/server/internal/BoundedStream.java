package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.server.Bound;
import dev.tenon.server.HttpStream;
import dev.tenon.server.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A streaming response with a bounded send buffer. Senders wait for room, or try without waiting. A client that reads nothing for the
 * time of the limit is disconnected by {@link Streams#sweep}.
 */
final class BoundedStream {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    /** Larger chunks are written in parts, so that each part that leaves shows that the client reads. */
    private static final int PART_BYTES = 64 << 10;

    private final HttpStream stream;
    private final Limits.Queue limit;
    private final @Nullable Instant expires;
    private final BoundCounters counters;
    private final Consumer<BoundedStream> closed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    @GuardedBy("lock") private final List<Runnable> whenWritable = new ArrayList<>();

    @GuardedBy("lock") private int messages;

    @GuardedBy("lock") private long bytes;

    @GuardedBy("lock") private boolean open = true;

    @GuardedBy("lock") private long lastWrite = System.nanoTime();

    /** When a part left last, or began to wait after there was nothing. */
    @GuardedBy("lock") private long progressAt = lastWrite;

    /**
     * A stream that has begun.
     *
     * @param expires when the client that reads it has to show new credentials, or null
     * @param closed is told, once, that nothing more will be sent
     */
    BoundedStream(
            HttpStream stream,
            Limits.Queue limit,
            @Nullable Instant expires,
            BoundCounters counters,
            Consumer<BoundedStream> closed) {
        this.counters = counters;
        this.stream = stream;
        this.limit = limit;
        this.expires = expires;
        this.closed = closed;
    }

    /** Sends bytes, also when the buffer is full: for what is bounded in number elsewhere. False when the stream is closed. */
    boolean enqueue(byte[] chunk) {
        List<byte[]> parts = parts(chunk);
        lock.lock();
        try {
            if (!open) {
                return false;
            }
            long now = System.nanoTime();
            lastWrite = now;
            progressAt = messages == 0 ? now : progressAt;
            messages++;
            bytes += chunk.length;
            for (int i = 0; i < parts.size(); i++) {
                byte[] part = parts.get(i);
                int ended = i == parts.size() - 1 ? 1 : 0;
                stream.write(part, () -> written(part.length, ended));
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Copied before the lock is taken, for which event loops may wait. */
    private static List<byte[]> parts(byte[] chunk) {
        if (chunk.length <= PART_BYTES) {
            return List.of(chunk);
        }
        List<byte[]> parts = new ArrayList<>();
        for (int from = 0; from < chunk.length; from += PART_BYTES) {
            parts.add(Arrays.copyOfRange(chunk, from, Math.min(chunk.length, from + PART_BYTES)));
        }
        return parts;
    }

    /** Waits until there is room for so many bytes or the stream is closed, as long as the client reads. */
    void awaitRoomFor(int more) {
        ExecutionContext.checkCanBlock("send to a slow reader");
        lock.lock();
        try {
            while (open && !hasRoom(more)) {
                long left = limit.time().toNanos() - stalledNanos(System.nanoTime());
                if (left <= 0) {
                    cut();
                } else {
                    var unused = room.awaitNanos(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Whether so many bytes would be taken now; when the stream is closed, they would not be in the way. */
    boolean hasRoomFor(int more) {
        lock.lock();
        try {
            return !open || hasRoom(more);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private boolean hasRoom(int more) {
        return messages == 0 || messages < limit.messages() && bytes + more <= limit.bytes();
    }

    /** Runs an action once: when something has left and no more than half of the buffer is full, or the stream is closed. */
    void onWritable(Runnable action) {
        lock.lock();
        try {
            if (open && messages > 0) {
                whenWritable.add(action);
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    private void written(int length, int ended) {
        List<Runnable> actions;
        lock.lock();
        try {
            messages -= ended;
            bytes -= length;
            progressAt = System.nanoTime();
            room.signalAll();
            actions = takeActions();
        } finally {
            lock.unlock();
        }
        actions.forEach(Runnable::run);
    }

    @GuardedBy("lock") private List<Runnable> takeActions() {
        boolean halfEmpty = messages <= limit.messages() / 2 && bytes <= limit.bytes() / 2;
        if (whenWritable.isEmpty() || open && !halfEmpty && messages > 0) {
            return List.of();
        }
        List<Runnable> actions = List.copyOf(whenWritable);
        whenWritable.clear();
        return actions;
    }

    @GuardedBy("lock") private long stalledNanos(long now) {
        return messages == 0 ? 0 : now - progressAt;
    }

    /** Whether the client has read nothing for the time of the limit, though something waits for it. */
    boolean isStalled(long now) {
        lock.lock();
        try {
            return open && stalledNanos(now) > limit.time().toNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Disconnects a client that is still stalled. */
    void cutIfStalled() {
        lock.lock();
        try {
            if (open && stalledNanos(System.nanoTime()) > limit.time().toNanos()) {
                cut();
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void cut() {
        counters.met(Bound.QUEUE);
        LOG.warn(
                "Closing a stream whose client does not read: {} messages ({} bytes) waited, none left for {} (limit: queue.time)",
                messages,
                bytes,
                limit.time());
        abort();
    }

    /** Whether nothing was sent for that long and nothing waits. */
    boolean isQuiet(long now, long nanos) {
        lock.lock();
        try {
            return open && messages == 0 && now - lastWrite > nanos;
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
        close(stream::end);
    }

    /** Cuts the connection. */
    void abort() {
        close(stream::abort);
    }

    private void close(Runnable how) {
        List<Runnable> actions = List.of();
        lock.lock();
        try {
            if (open) {
                open = false;
                how.run();
                room.signalAll();
                closed.accept(this);
                actions = takeActions();
            }
        } finally {
            lock.unlock();
        }
        actions.forEach(Runnable::run);
    }
}
