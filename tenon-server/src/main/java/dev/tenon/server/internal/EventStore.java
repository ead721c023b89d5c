package dev.tenon.server.internal;

import dev.tenon.server.Limits;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is kept of one session's streams for clients that come back: bounded in number, size and time, the oldest go first. */
final class EventStore {
    private static final Pattern EVENT_ID = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

    private final Limits.Queue limit;
    private final Map<Integer, SessionStream> streams = new ConcurrentHashMap<>();
    /** For each event that is kept the stream that keeps it, the oldest first: nothing is searched when one has to go. */
    private final Queue<SessionStream> order = new ConcurrentLinkedQueue<>();

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

    /** Notes that a stream keeps one more event, and makes room. */
    void kept(SessionStream stream, int size) {
        order.add(stream);
        messages.incrementAndGet();
        bytes.addAndGet(size);
        boolean some = true;
        while (some && (messages.get() > limit.messages() || bytes.get() > limit.bytes())) {
            some = forgetOldest();
        }
    }

    /** A finished stream that keeps nothing can be forgotten. */
    void forget(SessionStream stream) {
        streams.remove(stream.number());
    }

    /** Forgets what is older than the limit. */
    void sweep() {
        long horizon = System.nanoTime() - limit.time().toNanos();
        SessionStream next = order.peek();
        while (next != null && isOlder(next, horizon)) {
            forgetOldest();
            next = order.peek();
        }
    }

    private static boolean isOlder(SessionStream stream, long horizon) {
        Long oldest = stream.oldestAt();
        return oldest == null || oldest - horizon < 0;
    }

    /** False when nothing is kept. */
    private boolean forgetOldest() {
        SessionStream oldest = order.poll();
        if (oldest == null) {
            return false;
        }
        int size = oldest.forgetOldest();
        if (size > 0) {
            messages.decrementAndGet();
            bytes.addAndGet(-size);
        }
        return true;
    }

    /** Ends every stream. */
    void close() {
        streams.values().forEach(SessionStream::finish);
        streams.clear();
        order.clear();
    }
}
