package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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

    @GuardedBy("lock") private final Deque<Kept> kept = new ArrayDeque<>();

    /** What to run when a reader has come. */
    @GuardedBy("lock") private final List<Runnable> whenAttended = new ArrayList<>();

    @GuardedBy("lock") private @Nullable BoundedStream sink;

    @GuardedBy("lock") private long lastPlace;

    @GuardedBy("lock") private long lastSent;

    @GuardedBy("lock") private boolean finished;

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
                reader.enqueue(SseWriter.write(SseEvent.prime(eventId(lastPlace))));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Connects a reader that has seen the stream up to that place, instead of the one before. */
    void resume(BoundedStream reader, long after) {
        List<Runnable> actions;
        lock.lock();
        try {
            actions = List.copyOf(whenAttended);
            whenAttended.clear();
            replaceSink(reader);
            for (Kept event : kept) {
                if (event.place() > after) {
                    lastSent = Math.max(lastSent, event.place());
                    reader.enqueue(event.bytes());
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
    void attend(BoundedStream reader) {
        long after;
        lock.lock();
        try {
            after = lastSent;
        } finally {
            lock.unlock();
        }
        resume(reader, after);
    }

    @GuardedBy("lock") private void replaceSink(BoundedStream reader) {
        BoundedStream old = sink;
        sink = reader;
        if (old != null) {
            old.end();
        }
    }

    @Override
    public void send(byte[] message) {
        BoundedStream reader = reader();
        if (reader != null) {
            reader.awaitRoomFor(message.length + EVENT_BYTES);
        }
        enqueue(message);
    }

    /** Sends only what a reader gets: what is to be kept for a later one, is {@linkplain #enqueue enqueued}. */
    @Override
    public boolean trySend(byte[] message) {
        BoundedStream reader = reader();
        boolean taken = reader != null && reader.isOpen() && reader.hasRoomFor(message.length + EVENT_BYTES);
        if (taken) {
            enqueue(message);
        }
        return taken;
    }

    @Override
    public void onWritable(Runnable action) {
        BoundedStream reader;
        lock.lock();
        try {
            reader = sink != null && sink.isOpen() ? sink : null;
            if (reader == null && !finished) {
                whenAttended.add(action);
            }
        } finally {
            lock.unlock();
        }
        if (reader != null) {
            reader.onWritable(action);
        }
    }

    private @Nullable BoundedStream reader() {
        lock.lock();
        try {
            return sink;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void enqueue(byte[] message) {
        byte[] event;
        lock.lock();
        try {
            if (finished) {
                return;
            }
            long place = ++lastPlace;
            event = SseWriter.write(SseEvent.of(message).withName("message").withId(eventId(place)));
            kept.add(new Kept(place, event));
            BoundedStream reader = sink;
            if (reader != null && reader.enqueue(event)) {
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
        boolean empty;
        lock.lock();
        try {
            finished = true;
            if (sink != null) {
                sink.end();
                sink = null;
            }
            empty = kept.isEmpty();
        } finally {
            lock.unlock();
        }
        if (empty) {
            store.finishedEmpty(this);
        }
    }

    boolean isAttended() {
        lock.lock();
        try {
            return sink != null && sink.isOpen();
        } finally {
            lock.unlock();
        }
    }

    /** Disconnects the reader; what it has not got is kept for the next. */
    void disconnect() {
        BoundedStream reader = reader();
        if (reader != null) {
            reader.abort();
        }
    }

    /** Forgets its oldest event; returns whether it has finished and that was the last. */
    boolean forgetOldest() {
        lock.lock();
        try {
            kept.poll();
            return finished && kept.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private String eventId(long place) {
        return number + "-" + place;
    }
}
