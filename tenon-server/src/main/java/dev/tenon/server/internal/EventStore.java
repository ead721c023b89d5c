package dev.tenon.server.internal;

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

    /** A stretch has this part of what all may have, at most: by no more the store is emptier than it could be, or keeps too long. */
    private static final int STRETCHES = 64;

    private final Limits.Queue limit;
    /** Those that are not finished. The others are found where their events are kept, as long as any are. */
    private final Map<Integer, SessionStream> open = new ConcurrentHashMap<>();

    private final AtomicInteger numbers = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    /** All that is kept, the oldest first: nothing is searched when something has to go. */
    private final Deque<Stretch> order = new ArrayDeque<>();

    private final long longestStretch;
    private int messages;
    private long bytes;

    EventStore(Limits.Queue limit) {
        this.limit = limit;
        longestStretch = limit.time().toNanos() / STRETCHES;
    }

    /** Events that a stream kept one after the other, when no other stream kept any: they go together. */
    private static final class Stretch {
        final SessionStream stream;
        final long firstAt;
        long lastAt;
        int messages;
        long bytes;
        /** Whether it is all that is kept of its stream, and will ever be. */
        boolean whole;

        Stretch(SessionStream stream, long now) {
            this.stream = stream;
            this.firstAt = now;
        }

        void add(int size, long now) {
            messages++;
            bytes += size;
            lastAt = now;
        }

        /** It is gone; a stream that goes with it need not be touched, which was made long ago. */
        void forget() {
            if (!whole) {
                stream.forgetOldest(messages);
            }
        }
    }

    /** Where a client that sends {@code Last-Event-ID} goes on. */
    record Position(SessionStream stream, long after) {}

    /** A new stream. */
    SessionStream create() {
        SessionStream stream = new SessionStream(numbers.getAndIncrement(), this);
        open.put(stream.number(), stream);
        return stream;
    }

    /** The stream that an event id belongs to, if it is still known. */
    Optional<Position> find(String eventId) {
        Matcher matcher = EVENT_ID.matcher(eventId);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        SessionStream stream = find(Integer.parseInt(matcher.group(1)));
        return stream == null ? Optional.empty() : Optional.of(new Position(stream, Long.parseLong(matcher.group(2))));
    }

    private @Nullable SessionStream find(int number) {
        SessionStream stream = open.get(number);
        if (stream != null) {
            return stream;
        }
        lock.lock();
        try {
            for (Stretch stretch : order) {
                if (stretch.stream.number() == number) {
                    return stretch.stream;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a stream keeps one more event, and makes room. */
    void kept(SessionStream stream, int size) {
        long now = System.nanoTime();
        Stretch excess;
        lock.lock();
        try {
            Stretch last = order.peekLast();
            if (last == null || last.stream != stream || isFull(last, now)) {
                last = new Stretch(stream, now);
                order.add(last);
            }
            last.add(size, now);
            messages++;
            bytes += size;
            excess = pollExcess();
        } finally {
            lock.unlock();
        }
        while (excess != null) {
            // Outside the lock, as everything that takes the lock of a stream.
            excess.forget();
            excess = nextExcess();
        }
    }

    private boolean isFull(Stretch stretch, long now) {
        return stretch.messages >= limit.messages() / STRETCHES
                || stretch.bytes >= limit.bytes() / STRETCHES
                || now - stretch.firstAt >= longestStretch;
    }

    private @Nullable Stretch nextExcess() {
        lock.lock();
        try {
            return pollExcess();
        } finally {
            lock.unlock();
        }
    }

    /** Takes out the oldest stretch where there is too much. The caller holds the lock. */
    private @Nullable Stretch pollExcess() {
        return messages > limit.messages() || bytes > limit.bytes() ? poll() : null;
    }

    private @Nullable Stretch poll() {
        Stretch oldest = order.poll();
        if (oldest != null) {
            messages -= oldest.messages;
            bytes -= oldest.bytes;
        }
        return oldest;
    }

    /**
     * A stream has finished.
     *
     * @param messages how many events it keeps
     */
    void finished(SessionStream stream, int messages) {
        open.remove(stream.number());
        lock.lock();
        try {
            Stretch last = order.peekLast();
            if (last != null && last.stream == stream) {
                last.whole = last.messages == messages;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what is older than the limit. */
    void sweep() {
        long horizon = System.nanoTime() - limit.time().toNanos();
        Stretch old = pollOlder(horizon);
        while (old != null) {
            old.forget();
            old = pollOlder(horizon);
        }
    }

    private @Nullable Stretch pollOlder(long horizon) {
        lock.lock();
        try {
            Stretch oldest = order.peek();
            return oldest == null || oldest.lastAt - horizon >= 0 ? null : poll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends every stream. */
    void close() {
        open.values().forEach(SessionStream::finish);
        lock.lock();
        try {
            order.clear();
            messages = 0;
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
