package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.handlers.HandlerThreads;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.server.Limits;
import dev.tenon.server.Principal;
import dev.tenon.transport.Channel;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.Delivery;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP+SSE as a channel: out by the stream, in by POST. While the stream is full, what is posted waits, within a bound.
 */
final class SseChannel implements Channel {
    private final BoundedStream stream;
    private final Limits.Queue limit;
    private final Executor later;
    private final Runnable whenGone;
    private final AtomicBoolean gone = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Queue<Posted> posted = new ArrayDeque<>();

    @GuardedBy("lock") private long postedBytes;

    /** Whether a thread delivers what was posted, or will when there is room in the stream. */
    @GuardedBy("lock") private boolean delivering;

    private volatile @Nullable Delivery delivery;
    private volatile @Nullable Principal caller;

    /**
     * A channel of a stream that has been opened.
     *
     * @param limit what may be posted and wait
     * @param later delivers what waited
     */
    SseChannel(
            BoundedStream stream, Limits.Queue limit, Executor later, @Nullable Principal opener, Runnable whenGone) {
        this.stream = stream;
        this.limit = limit;
        this.later = later;
        this.caller = opener;
        this.whenGone = whenGone;
    }

    private record Posted(byte[] message, @Nullable Principal sender) {}

    /** Who sent the message that is being taken in; else who was there last. */
    @Nullable Principal caller() {
        return caller;
    }

    boolean belongsTo(@Nullable Principal principal) {
        Principal opener = caller;
        return Objects.equals(opener == null ? null : opener.name(), principal == null ? null : principal.name());
    }

    @Override
    public void open(Receiver receiver) {
        Delivery to = new Delivery(receiver);
        delivery = to;
        if (gone.get()) {
            to.closed();
        }
    }

    /** Whether a message of that size may be posted now; not while too much waits for a client that does not read. */
    boolean hasRoomFor(int bytes) {
        lock.lock();
        try {
            return posted.isEmpty() || posted.size() < limit.messages() && postedBytes + bytes <= limit.bytes();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a message that was posted; messages come one after another, as on any channel.
     *
     * @param handOn hands on what the message was parsed to, where no other message goes first
     */
    void receive(byte[] message, @Nullable Principal sender, Runnable handOn) {
        boolean first;
        boolean waits;
        lock.lock();
        try {
            first = !delivering;
            delivering = true;
            waits = !first || !stream.hasRoomFor(1);
            if (waits) {
                posted.add(new Posted(message, sender));
                postedBytes += message.length;
            }
        } finally {
            lock.unlock();
        }
        if (!waits) {
            caller = sender;
            Objects.requireNonNull(delivery).run(handOn);
        }
        if (first) {
            deliver();
        }
    }

    private void deliver() {
        Delivery to = Objects.requireNonNull(delivery);
        for (Posted next = next(); next != null; next = next()) {
            caller = next.sender();
            to.message(next.message());
        }
    }

    private @Nullable Posted next() {
        lock.lock();
        try {
            Posted next = posted.peek();
            if (next != null && !stream.hasRoomFor(1)) {
                stream.onWritable(this::deliverLater);
                return null;
            }
            if (next != null && isForAnotherThread(next)) {
                deliverLater();
                return null;
            }
            posted.poll();
            delivering = next != null;
            postedBytes -= next == null ? 0 : next.message().length;
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Whether this is an event loop, which has no time to parse a large message that another thread has posted. */
    private static boolean isForAnotherThread(Posted next) {
        return next.message().length > ExecutionContext.MAX_INLINE_BYTES
                && !ExecutionContext.current().canBlock();
    }

    private void deliverLater() {
        try {
            later.execute(this::deliver);
        } catch (RejectedExecutionException e) {
            // Not here: the receiver may wait when it is told, and others may need the lock.
            HandlerThreads.runEvenStopped(later, this::gone);
        }
    }

    @Override
    public void send(byte[] message) {
        stream.awaitRoom();
        enqueue(message);
    }

    @Override
    public void enqueue(byte[] message) {
        write(event(message));
    }

    @Override
    public boolean trySend(byte[] message) {
        byte[] event = event(message);
        boolean room = stream.hasRoomFor(event.length);
        if (room) {
            write(event);
        }
        return room;
    }

    @Override
    public void onWritable(Runnable action) {
        stream.onWritable(action);
    }

    private static byte[] event(byte[] message) {
        return SseWriter.write(SseEvent.of(message).withName("message"));
    }

    private void write(byte[] event) {
        if (!stream.enqueue(event)) {
            gone();
            throw new ChannelClosedException("The stream is closed");
        }
    }

    /** The stream has ended; the receiver is told. */
    void gone() {
        if (gone.compareAndSet(false, true)) {
            whenGone.run();
            Delivery to = delivery;
            if (to != null) {
                to.closed();
            }
        }
    }

    @Override
    public void close() {
        stream.end();
        gone();
    }
}
