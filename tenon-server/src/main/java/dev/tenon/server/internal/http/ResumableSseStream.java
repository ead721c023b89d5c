package dev.tenon.server.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.server.internal.request.SessionSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of a session: the answer to a request, or the one that a client opens by GET, which is the session's outlet.
 * Its events carry ids and are kept for a while, so that a client whose connection broke can go on where it was
 * (2025-11-25, basic/transports, Resumability and Redelivery). Only this stream's events are ever sent again.
 */
public final class ResumableSseStream implements SseMessageStream, SessionSink {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.server");
    /** What an event adds to its message at most, on one line. */
    private static final int EVENT_BYTES = 64;

    private final int number;
    private final SessionEventStore store;
    private final ReentrantLock lock = new ReentrantLock();

    /** What to run when a reader has come. */
    @GuardedBy("lock") private final List<Runnable> onReaderAttached = new ArrayList<>();

    @GuardedBy("lock") private @Nullable BackpressuredStream sink;

    @GuardedBy("lock") private long lastSequence;

    /** Written with the lock. */
    private volatile long lastSent;

    /** The newest event that is not kept any more; written with the lock of the store. */
    private volatile long lastLost;

    /** Written with the lock. */
    private volatile boolean finished;

    ResumableSseStream(int number, SessionEventStore store) {
        this.number = number;
        this.store = store;
    }

    int number() {
        return number;
    }

    SessionEventStore eventStore() {
        return store;
    }

    /** Connects the first reader; with a priming event where the revision has one. */
    void start(BackpressuredStream reader, boolean primes) {
        lock.lock();
        try {
            sink = reader;
            if (primes) {
                reader.enqueue(SseWriter.write(SseEvent.primingEvent(eventId(lastSequence))));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The store keeps the event at this place no more. */
    void markLost(long place) {
        lastLost = Math.max(lastLost, place);
    }

    /** Whether an event after that place cannot be sent again. */
    boolean hasLostSince(long place) {
        return lastLost > place;
    }

    /** Whether no event has had that place yet. */
    boolean isBeyondEnd(long place) {
        lock.lock();
        try {
            return place > lastSequence;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Connects a reader that has seen the stream up to that place, instead of the one before. The reader is
     * disconnected when later events are not kept any more.
     */
    void resume(BackpressuredStream reader, long after) {
        List<Runnable> actions;
        lock.lock();
        try {
            actions = List.copyOf(onReaderAttached);
            onReaderAttached.clear();
            replaceSink(reader);
            List<SessionEventStore.StoredEvent> kept = store.eventsOf(this);
            if (hasLostSince(after)) {
                reader.abort();
            }
            for (SessionEventStore.StoredEvent event : kept) {
                if (event.place() > after && reader.enqueue(event.bytes())) {
                    lastSent = Math.max(lastSent, event.place());
                }
            }
            if (finished) {
                reader.end();
            }
        } finally {
            lock.unlock();
        }
        actions.forEach(Runnable::run);
    }

    /** Connects a reader that gets what none has got yet. */
    void attachUnread(BackpressuredStream reader) {
        long sent = lastSent;
        long lost = lastLost;
        if (lost > sent) {
            LOG.warn("Lost up to {} events that no client had read (limits: events, eventBytes)", lost - sent);
        }
        resume(reader, Math.max(sent, lost));
    }

    @GuardedBy("lock") private void replaceSink(BackpressuredStream reader) {
        BackpressuredStream old = sink;
        sink = reader;
        if (old != null) {
            old.end();
        }
    }

    @Override
    public void send(byte[] message) {
        BackpressuredStream reader = currentReader();
        if (reader != null) {
            reader.awaitWritable();
        }
        enqueue(message);
    }

    /** Sends only what a reader gets: what is to be kept for a later one, is {@linkplain #enqueue enqueued}. */
    @Override
    public boolean trySend(byte[] message) {
        BackpressuredStream reader = currentReader();
        boolean taken = reader != null && reader.isOpen() && reader.hasCapacity(message.length + EVENT_BYTES);
        if (taken) {
            enqueue(message);
        }
        return taken;
    }

    @Override
    public void onWritable(Runnable action) {
        BackpressuredStream reader;
        lock.lock();
        try {
            reader = sink != null && sink.isOpen() ? sink : null;
            if (reader == null && !finished) {
                onReaderAttached.add(action);
            }
        } finally {
            lock.unlock();
        }
        if (reader != null) {
            reader.onWritable(action);
        }
    }

    private @Nullable BackpressuredStream currentReader() {
        lock.lock();
        try {
            return sink;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void enqueue(byte[] message) {
        lock.lock();
        try {
            if (finished) {
                return;
            }
            long place = ++lastSequence;
            byte[] event =
                    SseWriter.write(SseEvent.of(message).withName("message").withId(eventId(place)));
            BackpressuredStream reader = sink;
            if (reader != null && reader.enqueue(event)) {
                lastSent = place;
            }
            store.append(this, place, event);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void finish() {
        lock.lock();
        try {
            finished = true;
            if (sink != null) {
                sink.end();
                sink = null;
            }
        } finally {
            lock.unlock();
        }
        store.onStreamFinished(this);
    }

    boolean isFinished() {
        return finished;
    }

    @Override
    public boolean hasReader() {
        lock.lock();
        try {
            return sink != null && sink.isOpen();
        } finally {
            lock.unlock();
        }
    }

    /** Disconnects the reader; what it has not got is kept for the next. */
    @Override
    public void disconnect() {
        BackpressuredStream reader = currentReader();
        if (reader != null) {
            reader.abort();
        }
    }

    @Override
    public void enqueue(JsonRpcMessage message) {
        enqueue(MessageWriter.write(message));
    }

    @Override
    public boolean trySend(Notification notification) {
        return trySend(MessageWriter.write(notification));
    }

    @Override
    public boolean tryStore(Notification notification) {
        boolean keeps = !hasReader();
        if (keeps) {
            enqueue(notification);
        }
        return keeps;
    }

    @Override
    public void evictStale() {
        store.evictStale();
    }

    @Override
    public void close() {
        store.close();
    }

    private String eventId(long place) {
        return number + "-" + place;
    }
}
