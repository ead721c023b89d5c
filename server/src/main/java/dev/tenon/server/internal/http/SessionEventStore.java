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
 * The stored events of the streams of one session, for clients that resume a stream: limited in number, size and age;
 * the oldest are removed first.
 */
public final class SessionEventStore {
    private static final Pattern EVENT_ID = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

    private final Limits.QueueLimits limit;
    private final EventMemoryBudget budget;
    private final String callerKey;

    /** The streams that are not finished or still have stored events. */
    private final Map<Integer, ResumableSseStream> streams = new ConcurrentHashMap<>();

    private final AtomicInteger numbers = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();

    /** The stored events, oldest first. */
    @GuardedBy("lock") private final Deque<StoredEvent> events = new ArrayDeque<>();

    @GuardedBy("lock") private long bytes;

    @GuardedBy("lock") private boolean closed;

    /**
     * Creates an empty store.
     *
     * @param limit the limits of this session
     * @param budget the memory budget of all sessions
     * @param callerKey the key under which the caller's share of the budget is counted
     */
    public SessionEventStore(Limits.QueueLimits limit, EventMemoryBudget budget, String callerKey) {
        this.limit = limit;
        this.budget = budget;
        this.callerKey = callerKey;
    }

    /** A stored event: its position in its stream, and its encoded bytes. */
    public record StoredEvent(ResumableSseStream stream, long position, byte[] bytes, long storedAtNanos) {}

    /** The position after which a client that sends {@code Last-Event-ID} resumes. */
    public record ResumePosition(ResumableSseStream stream, long after) {}

    /** Creates a stream. */
    public ResumableSseStream createStream() {
        ResumableSseStream stream = new ResumableSseStream(numbers.getAndIncrement(), this);
        streams.put(stream.number(), stream);
        return stream;
    }

    /**
     * Returns the position of an event in its stream.
     *
     * @throws IllegalArgumentException with the reason, if no event has had this id, or later events of its stream are
     *     no longer stored
     */
    public ResumePosition requireResumePosition(String eventId) {
        Matcher matcher = EVENT_ID.matcher(eventId);
        int number = matcher.matches() ? Integer.parseInt(matcher.group(1)) : Integer.MAX_VALUE;
        ResumableSseStream stream = streams.get(number);
        long after = stream == null ? 0 : Long.parseLong(matcher.group(2));
        if (number >= numbers.get() || (stream != null && stream.isBeyondEnd(after))) {
            throw new IllegalArgumentException("no event of this session has had this id");
        }
        if (stream == null || stream.hasLostSince(after)) {
            throw new IllegalArgumentException(
                    "the events that follow are no longer stored (limits: replayEvents, replayBytes)");
        }
        return new ResumePosition(stream, after);
    }

    /**
     * Stores an event of a stream, and evicts events that are too old or exceed the limits of the session. If the
     * memory budget has no capacity for it even without the other events of the session, only this event is lost. No
     * effect after {@link #close}.
     */
    void append(ResumableSseStream stream, long position, byte[] event) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (!tryAcquireByEvicting(event.length)) {
                stream.markLost(position);
                return;
            }
            events.add(new StoredEvent(stream, position, event, System.nanoTime()));
            bytes += event.length;
        } finally {
            lock.unlock();
        }
        evictStaleAndExcessEvents();
    }

    /** Returns the stored events of a stream, in order. */
    public List<StoredEvent> eventsOf(ResumableSseStream stream) {
        lock.lock();
        try {
            return events.stream().filter(event -> event.stream() == stream).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Removes events that are too old or exceed the limits. */
    void evictStaleAndExcessEvents() {
        long oldestAllowed = System.nanoTime() - limit.writeTimeout().toNanos();
        lock.lock();
        try {
            for (StoredEvent oldest = events.peek();
                    oldest != null && (isFull() || oldest.storedAtNanos() - oldestAllowed < 0);
                    oldest = events.peek()) {
                evictOldest();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reserves memory in the budget. Evicts the oldest events for it, unless evicting all of them would not suffice.
     */
    @GuardedBy("lock") private boolean tryAcquireByEvicting(int size) {
        if (budget.tryAcquire(callerKey, size)) {
            return true;
        }
        budget.countExhausted();
        while (!events.isEmpty() && budget.hasCapacity(callerKey, size - bytes)) {
            evictOldest();
            if (budget.tryAcquire(callerKey, size)) {
                return true;
            }
        }
        return false;
    }

    @GuardedBy("lock") private void evictOldest() {
        StoredEvent oldest = events.remove();
        int size = oldest.bytes().length;
        bytes -= size;
        budget.release(callerKey, size);
        oldest.stream().markLost(oldest.position());
        removeIfDrained(oldest.stream());
    }

    @GuardedBy("lock") private boolean isFull() {
        return events.size() > limit.messages() || bytes > limit.bytes();
    }

    /** Called when a stream has finished; it stays registered while events of it are stored. */
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

    /** Ends all streams and removes their events. */
    public void close() {
        streams.values().forEach(ResumableSseStream::finish);
        streams.clear();
        lock.lock();
        try {
            closed = true;
            events.clear();
            budget.release(callerKey, bytes);
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }
}
