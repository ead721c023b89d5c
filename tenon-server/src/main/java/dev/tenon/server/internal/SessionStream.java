package dev.tenon.server.internal;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a session. Its events carry ids and are kept for a while, so that a client whose connection broke can go on
 * where it was (2025-11-25, basic/transports, Resumability and Redelivery). Only this stream's events are ever sent again.
 */
final class SessionStream implements MessageStream {
    /** One event that is kept: its place in the stream, and its bytes on the wire. */
    record Kept(long place, byte[] bytes) {}

    /** What an event adds to its message at most, on one line. */
    private static final int EVENT_BYTES = 64;

    private final int number;
    private final EventStore store;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock patientSenders = new ReentrantLock();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private @Nullable BoundedStream sink;
    private long lastPlace;
    private long lastSent;
    private boolean finished;

    SessionStream(int number, EventStore store) {
        this.number = number;
        this.store = store;
    }

    int number() {
        return number;
    }

    /** Connects the first reader; with a priming event where the revision has one. */
    void start(BoundedStream reader, boolean primes) {
        lock.lock();
        try {
            sink = reader;
            if (primes) {
                reader.send(SseWriter.write(SseEvent.prime(eventId(lastPlace))), false);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Connects a reader that has seen the stream up to that place, instead of the one before. */
    void resume(BoundedStream reader, long after) {
        lock.lock();
        try {
            replaceSink(reader);
            for (Kept event : kept) {
                if (event.place() > after) {
                    lastSent = Math.max(lastSent, event.place());
                    reader.send(event.bytes(), false);
                }
            }
            if (finished) {
                reader.end();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Connects a reader that gets what nobody has got yet. */
    void attend(BoundedStream reader) {
        lock.lock();
        try {
            resume(reader, lastSent);
        } finally {
            lock.unlock();
        }
    }

    private void replaceSink(BoundedStream reader) {
        BoundedStream old = sink;
        sink = reader;
        if (old != null) {
            old.end();
        }
    }

    @Override
    public void send(byte[] message, boolean patient) {
        BoundedStream reader = patient ? reader() : null;
        if (reader == null || !reader.mayWait()) {
            send(message);
            return;
        }
        // They wait under a lock of their own: the other is needed by those who write what is queued.
        patientSenders.lock();
        try {
            reader.awaitRoomFor(message.length + EVENT_BYTES);
            send(message);
        } finally {
            patientSenders.unlock();
        }
    }

    @Override
    public boolean hasRoom(int size) {
        BoundedStream reader = reader();
        return reader == null || reader.hasRoomFor(size + EVENT_BYTES);
    }

    private @Nullable BoundedStream reader() {
        lock.lock();
        try {
            return sink;
        } finally {
            lock.unlock();
        }
    }

    private void send(byte[] message) {
        byte[] event;
        lock.lock();
        try {
            if (finished) {
                return;
            }
            long place = ++lastPlace;
            event = SseWriter.write(SseEvent.of(message).withId(eventId(place)));
            kept.add(new Kept(place, event));
            BoundedStream reader = sink;
            if (reader != null && reader.send(event, false)) {
                lastSent = place;
            }
        } finally {
            lock.unlock();
        }
        // Outside the lock: the store may take the locks of other streams.
        store.kept(this, event.length);
    }

    @Override
    public void finish() {
        int messages;
        lock.lock();
        try {
            finished = true;
            if (sink != null) {
                sink.end();
                sink = null;
            }
            messages = kept.size();
        } finally {
            lock.unlock();
        }
        store.finished(this, messages);
    }

    boolean isAttended() {
        lock.lock();
        try {
            return sink != null && sink.isOpen();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets so many of its oldest events. */
    void forgetOldest(int count) {
        lock.lock();
        try {
            for (int forgotten = 0; forgotten < count; forgotten++) {
                kept.poll();
            }
        } finally {
            lock.unlock();
        }
    }

    private String eventId(long place) {
        return number + "-" + place;
    }
}
