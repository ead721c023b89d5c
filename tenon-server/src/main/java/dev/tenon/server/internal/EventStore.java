package dev.tenon.server.internal;

import dev.tenon.server.Limits;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is kept of one session's streams for clients that come back: bounded in number, size and time, the oldest go first. */
final class EventStore {
    private static final Pattern EVENT_ID = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

    private final Limits.Queue limit;
    private final Map<Integer, SessionStream> streams = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicInteger bytes = new AtomicInteger();

    EventStore(Limits.Queue limit) {
        this.limit = limit;
    }

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
        if (!matcher.matches()) {
            return Optional.empty();
        }
        SessionStream stream = streams.get(Integer.parseInt(matcher.group(1)));
        return stream == null ? Optional.empty() : Optional.of(new Position(stream, Long.parseLong(matcher.group(2))));
    }

    /** Notes that one more event is kept, and makes room. */
    void kept(int size) {
        messages.incrementAndGet();
        bytes.addAndGet(size);
        while (messages.get() > limit.messages() || bytes.get() > limit.bytes()) {
            SessionStream oldest = oldest();
            if (oldest == null || !forgetOldest(oldest)) {
                return;
            }
        }
    }

    /** A finished stream that keeps nothing can be forgotten. */
    void finished(SessionStream stream) {
        if (stream.oldestAt() == null) {
            streams.remove(stream.number());
        }
    }

    /** Forgets what is older than the limit. */
    void sweep() {
        long horizon = System.nanoTime() - limit.time().toNanos();
        for (SessionStream stream : streams.values()) {
            Long oldest = stream.oldestAt();
            while (oldest != null && oldest - horizon < 0) {
                forgetOldest(stream);
                oldest = stream.oldestAt();
            }
        }
    }

    private boolean forgetOldest(SessionStream stream) {
        int size = stream.forgetOldest();
        if (size == 0) {
            return false;
        }
        messages.decrementAndGet();
        bytes.addAndGet(-size);
        if (stream.isFinished()) {
            finished(stream);
        }
        return true;
    }

    private @Nullable SessionStream oldest() {
        SessionStream oldest = null;
        long oldestAt = 0;
        for (SessionStream stream : streams.values()) {
            Long at = stream.oldestAt();
            if (at != null && (oldest == null || at - oldestAt < 0)) {
                oldest = stream;
                oldestAt = at;
            }
        }
        return oldest;
    }

    /** Ends every stream. */
    void close() {
        streams.values().forEach(SessionStream::finish);
        streams.clear();
    }
}
