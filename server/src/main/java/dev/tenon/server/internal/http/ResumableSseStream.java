package dev.tenon.server.internal.http;

import static dev.tenon.server.internal.error.IncidentLog.LOG;

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

/**
 * A stream of a session: the response to a request, or the stream that a client opens by GET. Its events have ids and
 * are stored for a while, so that a client can resume a broken stream (2025-11-25, basic/transports, Resumability and
 * Redelivery). Only events of this stream are sent again.
 */
public final class ResumableSseStream implements SseMessageStream, SessionSink {
    /** Maximum overhead of an event over its message, on one line. */
    private static final int EVENT_BYTES = 64;

    private final int number;
    private final SessionEventStore store;
    private final ReentrantLock lock = new ReentrantLock();

    /** Actions to run when a reader is attached. */
    @GuardedBy("lock") private final List<Runnable> onReaderAttached = new ArrayList<>();

    @GuardedBy("lock") private @Nullable BackpressuredStream sink;

    @GuardedBy("lock") private long lastSequence;

    /** Written with the lock. */
    private volatile long lastSent;

    /** The newest event that is no longer stored; written with the lock of the store. */
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

    /** Attaches the first reader; sends a priming event if the revision has one. */
    void attachFirstReader(BackpressuredStream reader, boolean sendPrimingEvent) {
        lock.lock();
        try {
            sink = reader;
            if (sendPrimingEvent) {
                reader.enqueueEvenIfFull(SseWriter.write(SseEvent.primingEvent(eventId(lastSequence))));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Marks the event at this position as no longer stored. */
    void markLost(long position) {
        lastLost = Math.max(lastLost, position);
    }

    /** Returns whether an event after this position is no longer stored. */
    boolean hasLostSince(long position) {
        return lastLost > position;
    }

    /** Returns whether no event has had this position yet. */
    boolean isBeyondEnd(long position) {
        lock.lock();
        try {
            return position > lastSequence;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Attaches a reader that has received the stream up to this position, in place of the previous one. Disconnects the
     * reader if later events are no longer stored.
     */
    void resume(BackpressuredStream reader, long after) {
        List<Runnable> actions;
        lock.lock();
        try {
            actions = List.copyOf(onReaderAttached);
            onReaderAttached.clear();
            BackpressuredStream old = sink;
            sink = reader;
            if (old != null) {
                old.end();
            }
            List<SessionEventStore.StoredEvent> stored = store.eventsOf(this);
            if (hasLostSince(after)) {
                reader.abort();
            }
            for (SessionEventStore.StoredEvent event : stored) {
                if (event.position() > after && reader.enqueueEvenIfFull(event.bytes())) {
                    lastSent = Math.max(lastSent, event.position());
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

    /** Attaches a reader that receives the events that no reader has received yet. */
    void resumeAfterLastSent(BackpressuredStream reader) {
        long sent = lastSent;
        long lost = lastLost;
        if (lost > sent) {
            LOG.warn("Lost up to {} events that no client has read (limits: replayEvents, replayBytes)", lost - sent);
        }
        resume(reader, Math.max(sent, lost));
    }

    @Override
    public void send(byte[] message) {
        BackpressuredStream reader = currentReader();
        if (reader != null) {
            reader.awaitWritableOrDisconnect();
        }
        enqueueEvenIfFull(message);
    }

    /**
     * Sends a message only if a reader receives it; messages that have to be stored for a later reader are
     * {@linkplain #enqueueEvenIfFull enqueued}.
     */
    @Override
    public boolean trySend(byte[] message) {
        BackpressuredStream reader = currentReader();
        boolean accepted = reader != null && reader.isOpen() && reader.hasCapacity(message.length + EVENT_BYTES);
        if (accepted) {
            enqueueEvenIfFull(message);
        }
        return accepted;
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
    public void enqueueEvenIfFull(byte[] message) {
        lock.lock();
        try {
            if (finished) {
                return;
            }
            long position = ++lastSequence;
            byte[] event =
                    SseWriter.write(SseEvent.of(message).withName("message").withId(eventId(position)));
            BackpressuredStream reader = sink;
            if (reader != null && reader.enqueueEvenIfFull(event)) {
                lastSent = position;
            }
            store.append(this, position, event);
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

    /** Disconnects the reader; events that it has not received are stored for the next one. */
    @Override
    public void disconnect() {
        BackpressuredStream reader = currentReader();
        if (reader != null) {
            reader.abort();
        }
    }

    @Override
    public void enqueue(JsonRpcMessage message) {
        enqueueEvenIfFull(MessageWriter.write(message));
    }

    @Override
    public boolean trySend(Notification notification) {
        return trySend(MessageWriter.write(notification));
    }

    @Override
    public boolean tryStore(Notification notification) {
        boolean stores = !hasReader();
        if (stores) {
            enqueue(notification);
        }
        return stores;
    }

    @Override
    public void evictStaleEvents() {
        store.evictStaleAndExcessEvents();
    }

    @Override
    public void close() {
        store.close();
    }

    private String eventId(long position) {
        return number + "-" + position;
    }
}
