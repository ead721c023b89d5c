package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.server.Limits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is kept of one session's streams for clients that come back: bounded in number, size and time, the oldest go first. */
final class EventStore {
    private static final Pattern EVENT_ID = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

    private final Limits.Queue limit;

    /** Those that are not finished, or of which something is kept. */
    private final Map<Integer, SessionStream> streams = new ConcurrentHashMap<>();

    private final AtomicInteger numbers = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();

    /** The events that are kept, the oldest first. */
    @GuardedBy("lock") private final Deque<Kept> order = new ArrayDeque<>();

    @GuardedBy("lock") private long bytes;

    EventStore(Limits.Queue limit) {
        this.limit = limit;
    }

    private record Kept(SessionStream stream, int size, long at) {}

    /** Where a client that sends {@code Last-Event-ID} goes on. */
    record Position(SessionStream stream, long after) {}

    /** A new stream. */
    SessionStream create() {
        SessionStream stream = new SessionStream(numbers.getAndIncrement(), this);
        streams.put(stream.number(), stream);
        return stream;
    }

    /** The stream that an event id belongs to, if it is still known. */
    Optional<Position> find(String eventId) {
        Matcher matcher = EVENT_ID.matcher(eventId);
        return matcher.matches()
                ? Optional.ofNullable(streams.get(Integer.parseInt(matcher.group(1))))
                        .map(stream -> new Position(stream, Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** Notes that a stream keeps one more event, and makes room. */
    void kept(SessionStream stream, int size) {
        lock.lock();
        try {
            order.add(new Kept(stream, size, System.nanoTime()));
            bytes += size;
        } finally {
            lock.unlock();
        }
        sweep();
    }

    /** Forgets what is older than the limit, or too much. */
    void sweep() {
        long horizon = System.nanoTime() - limit.time().toNanos();
        for (Kept oldest = pollExcess(horizon); oldest != null; oldest = pollExcess(horizon)) {
            // Outside the lock, as everything that takes the lock of a stream.
            if (oldest.stream().forgetOldest()) {
                streams.remove(oldest.stream().number());
            }
        }
    }

    private @Nullable Kept pollExcess(long horizon) {
        lock.lock();
        try {
            Kept oldest = order.peek();
            boolean excess = oldest != null
                    && (order.size() > limit.messages() || bytes > limit.bytes() || oldest.at() - horizon < 0);
            if (!excess) {
                return null;
            }
            bytes -= oldest.size();
            return order.poll();
        } finally {
            lock.unlock();
        }
    }

    /** A stream has finished of which nothing is kept. */
    void finishedEmpty(SessionStream stream) {
        streams.remove(stream.number());
    }

    /** Ends every stream. */
    void close() {
        streams.values().forEach(SessionStream::finish);
        streams.clear();
        lock.lock();
        try {
            order.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
