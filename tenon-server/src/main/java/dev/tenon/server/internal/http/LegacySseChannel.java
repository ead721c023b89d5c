package dev.tenon.server.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.GuardedReceiver;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A client of HTTP+SSE as a channel: out by the stream, in by POST. While the stream is full, what is posted waits,
 * within a bound.
 */
public final class LegacySseChannel implements DuplexChannel {
    private final BackpressuredStream stream;
    private final Limits.QueueLimits limit;
    private final Executor executor;
    private final Runnable onClosed;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Queue<PostedMessage> posted = new ArrayDeque<>();

    @GuardedBy("lock") private long postedBytes;

    /** Whether a thread delivers what was posted, or will when there is room in the stream. */
    @GuardedBy("lock") private boolean delivering;

    private volatile @Nullable GuardedReceiver delivery;
    private volatile @Nullable CallerPrincipal caller;

    /**
     * A channel of a stream that has been opened.
     *
     * @param limit what may be posted and wait
     * @param later delivers what waited
     */
    public LegacySseChannel(
            BackpressuredStream stream,
            Limits.QueueLimits limit,
            Executor later,
            @Nullable CallerPrincipal opener,
            Runnable whenGone) {
        this.stream = stream;
        this.limit = limit;
        this.executor = later;
        this.caller = opener;
        this.onClosed = whenGone;
    }

    private record PostedMessage(byte[] message, @Nullable CallerPrincipal sender) {}

    /** Who sent the message that is being taken in; else who was there last. */
    @Nullable CallerPrincipal currentPrincipal() {
        return caller;
    }

    boolean isOwnedBy(@Nullable CallerPrincipal principal) {
        CallerPrincipal opener = caller;
        return Objects.equals(opener == null ? null : opener.name(), principal == null ? null : principal.name());
    }

    @Override
    public void open(MessageReceiver receiver) {
        GuardedReceiver to = new GuardedReceiver(receiver);
        delivery = to;
        if (closed.get()) {
            to.onClosed();
        }
    }

    /** Whether a message of that size may be posted now; not while too much waits for a client that does not read. */
    boolean hasCapacity(int bytes) {
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
    public void receive(byte[] message, @Nullable CallerPrincipal sender, Runnable handOn) {
        boolean first;
        boolean waits;
        lock.lock();
        try {
            first = !delivering;
            delivering = true;
            waits = !first || !stream.hasCapacity(1);
            if (waits) {
                posted.add(new PostedMessage(message, sender));
                postedBytes += message.length;
            }
        } finally {
            lock.unlock();
        }
        if (!waits) {
            caller = sender;
            Objects.requireNonNull(delivery).deliver(handOn);
        }
        if (first) {
            deliver();
        }
    }

    private void deliver() {
        GuardedReceiver to = Objects.requireNonNull(delivery);
        for (PostedMessage next = pollDeliverable(); next != null; next = pollDeliverable()) {
            caller = next.sender();
            to.onMessage(next.message());
        }
    }

    private @Nullable PostedMessage pollDeliverable() {
        lock.lock();
        try {
            PostedMessage next = posted.peek();
            if (next != null && !stream.hasCapacity(1)) {
                stream.onWritable(this::deliverLater);
                return null;
            }
            if (next != null && requiresBlockingThread(next)) {
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
    private static boolean requiresBlockingThread(PostedMessage next) {
        return next.message().length > ExecutionContext.MAX_INLINE_BYTES
                && !ExecutionContext.current().canBlock();
    }

    private void deliverLater() {
        try {
            executor.execute(this::deliver);
        } catch (RejectedExecutionException e) {
            // Not here: the receiver may wait when it is told, and others may need the lock.
            HandlerExecutors.executeEvenIfShutDown(executor, this::onStreamClosed);
        }
    }

    @Override
    public void send(byte[] message) {
        stream.awaitWritable();
        enqueue(message);
    }

    @Override
    public void enqueue(byte[] message) {
        writeEvent(encodeEvent(message));
    }

    @Override
    public boolean trySend(byte[] message) {
        byte[] event = encodeEvent(message);
        boolean room = stream.hasCapacity(event.length);
        if (room) {
            writeEvent(event);
        }
        return room;
    }

    @Override
    public void onWritable(Runnable action) {
        stream.onWritable(action);
    }

    private static byte[] encodeEvent(byte[] message) {
        return SseWriter.write(SseEvent.of(message).withName("message"));
    }

    private void writeEvent(byte[] event) {
        if (!stream.enqueue(event)) {
            onStreamClosed();
            throw new ChannelClosedException("The stream is closed");
        }
    }

    /** The stream has ended; the receiver is told. */
    void onStreamClosed() {
        if (closed.compareAndSet(false, true)) {
            onClosed.run();
            GuardedReceiver to = delivery;
            if (to != null) {
                to.onClosed();
            }
        }
    }

    @Override
    public void close() {
        stream.end();
        onStreamClosed();
    }
}
