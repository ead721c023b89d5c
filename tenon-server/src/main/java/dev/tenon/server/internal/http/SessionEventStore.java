package dev.tenon.server.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.limit.EventMemoryBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is kept of one session's streams for clients that come back: bounded in number, size and time, the oldest go
 * first.
 */
public final class SessionEventStore {
    private static final Pattern EVENT_ID = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

    private final Limits.QueueLimits limit;
    private final EventMemoryBudget budget;
    private final String caller;

    /** Those that are not finished, or of which something is kept. */
    private final Map<Integer, ResumableSseStream> streams = new ConcurrentHashMap<>();

    private final AtomicInteger numbers = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();

    /** The events that are kept, the oldest first. */
    @GuardedBy("lock") private final Deque<StoredEvent> events = new ArrayDeque<>();

    @GuardedBy("lock") private long bytes;

    @GuardedBy("lock") private boolean closed;

    /**
     * Keeps nothing yet.
     *
     * @param limit of this session
     * @param budget of all sessions
     * @param caller the key of the share of the budget that it takes from
     */
    public SessionEventStore(Limits.QueueLimits limit, EventMemoryBudget budget, String caller) {
        this.limit = limit;
        this.budget = budget;
        this.caller = caller;
    }

    /** One event that is kept: its place in its stream, and its bytes on the wire. */
    public record StoredEvent(ResumableSseStream stream, long place, byte[] bytes, long at) {}

    /** Where a client that sends {@code Last-Event-ID} goes on. */
    public record ResumePosition(ResumableSseStream stream, long after) {}

    /** A new stream. */
    public ResumableSseStream createStream() {
        ResumableSseStream stream = new ResumableSseStream(numbers.getAndIncrement(), this);
        streams.put(stream.number(), stream);
        return stream;
    }

    /**
     * Returns the place of an event in its stream.
     *
     * @throws IllegalArgumentException with the reason, when no event has had this id, or later events of its stream
     *     are not kept any more
     */
    public ResumePosition findPosition(String eventId) {
        Matcher matcher = EVENT_ID.matcher(eventId);
        int number = matcher.matches() ? Integer.parseInt(matcher.group(1)) : Integer.MAX_VALUE;
        ResumableSseStream stream = streams.get(number);
        long after = stream == null ? 0 : Long.parseLong(matcher.group(2));
        if (number >= numbers.get() || (stream != null && stream.isBeyondEnd(after))) {
            throw new IllegalArgumentException("no event of this session has had this id");
        }
        if (stream == null || stream.hasLostSince(after)) {
            throw new IllegalArgumentException(
                    "the events that follow are not kept any more (limits: events, eventBytes)");
        }
        return new ResumePosition(stream, after);
    }

    /**
     * Keeps one more event of a stream, and makes room. Where all of this store is not enough room, only the event is
     * lost.
     */
    void append(ResumableSseStream stream, long place, byte[] event) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (!tryAcquireCapacity(event.length)) {
                stream.markLost(place);
                return;
            }
            events.add(new StoredEvent(stream, place, event, System.nanoTime()));
            bytes += event.length;
        } finally {
            lock.unlock();
        }
        evictStale();
    }

    /** Returns what is kept of a stream, in order. */
    public List<StoredEvent> eventsOf(ResumableSseStream stream) {
        lock.lock();
        try {
            return events.stream().filter(event -> event.stream() == stream).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what is older than the limit, or too much. */
    void evictStale() {
        long horizon = System.nanoTime() - limit.time().toNanos();
        lock.lock();
        try {
            for (StoredEvent oldest = events.peek();
                    oldest != null && (isFull() || oldest.at() - horizon < 0);
                    oldest = events.peek()) {
                evictOldest();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes room from the budget. Forgets the oldest events for it, but none where all of them would not be enough. */
    @GuardedBy("lock") private boolean tryAcquireCapacity(int size) {
        if (budget.tryAcquire(caller, size)) {
            return true;
        }
        budget.countExhausted();
        while (!events.isEmpty() && budget.hasCapacity(caller, size - bytes)) {
            evictOldest();
            if (budget.tryAcquire(caller, size)) {
                return true;
            }
        }
        return false;
    }

    @GuardedBy("lock") private void evictOldest() {
        StoredEvent oldest = events.remove();
        int size = oldest.bytes().length;
        bytes -= size;
        budget.release(caller, size);
        oldest.stream().markLost(oldest.place());
        removeIfDrained(oldest.stream());
    }

    @GuardedBy("lock") private boolean isFull() {
        return events.size() > limit.messages() || bytes > limit.bytes();
    }

    /** A stream has finished: it is known as long as something of it is kept. */
    void onStreamFinished(ResumableSseStream stream) {
        lock.lock();
        try {
            removeIfDrained(stream);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private void removeIfDrained(ResumableSseStream stream) {
        if (stream.isFinished() && events.stream().noneMatch(event -> event.stream() == stream)) {
            streams.remove(stream.number());
        }
    }

    /** Ends every stream. */
    public void close() {
        streams.values().forEach(ResumableSseStream::finish);
        streams.clear();
        lock.lock();
        try {
            closed = true;
            events.clear();
            budget.release(caller, bytes);
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
