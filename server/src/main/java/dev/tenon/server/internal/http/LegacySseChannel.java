package dev.tenon.server.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.http.SseEvent;
import dev.tenon.http.SseWriter;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
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
 * The channel of an HTTP+SSE client: messages to the client are sent on the stream, messages from the client arrive by
 * POST. While the stream is full, posted messages are queued up to a limit.
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

    /** Whether a thread delivers the posted messages, or will when the stream has capacity. */
    @GuardedBy("lock") private boolean delivering;

    private volatile @Nullable GuardedReceiver receiver;
    private volatile @Nullable CallerPrincipal caller;

    /**
     * Creates a channel for an open stream.
     *
     * @param limit the limits of the queue of posted messages
     * @param executor delivers queued messages
     */
    public LegacySseChannel(
            BackpressuredStream stream,
            Limits.QueueLimits limit,
            Executor executor,
            @Nullable CallerPrincipal principal,
            Runnable onClosed) {
        this.stream = stream;
        this.limit = limit;
        this.executor = executor;
        this.caller = principal;
        this.onClosed = onClosed;
    }

    private record PostedMessage(byte[] message, @Nullable CallerPrincipal sender) {}

    /** Returns the sender of the message that is being processed, otherwise the latest sender. */
    @Nullable CallerPrincipal currentPrincipal() {
        return caller;
    }

    boolean isOwnedBy(@Nullable CallerPrincipal principal) {
        CallerPrincipal owner = caller;
        return Objects.equals(owner == null ? null : owner.name(), principal == null ? null : principal.name());
    }

    @Override
    public void open(MessageReceiver receiver) {
        GuardedReceiver guarded = new GuardedReceiver(receiver);
        this.receiver = guarded;
        if (closed.get()) {
            guarded.onClosed();
        }
    }

    /**
     * Returns whether a message of this size can be posted now; false while too many messages are queued because the
     * client does not read.
     */
    boolean hasPostCapacity(int bytes) {
        lock.lock();
        try {
            return posted.isEmpty() || posted.size() < limit.messages() && postedBytes + bytes <= limit.bytes();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Receives a posted message; messages are delivered one at a time, like on any channel.
     *
     * @param delivery delivers the parsed message directly, if no other message precedes it
     */
    public void deliverOrQueue(byte[] message, @Nullable CallerPrincipal sender, Runnable delivery) {
        boolean startsDelivery;
        boolean isQueued;
        lock.lock();
        try {
            startsDelivery = !delivering;
            delivering = true;
            isQueued = !startsDelivery || !stream.hasCapacity(1);
            if (isQueued) {
                posted.add(new PostedMessage(message, sender));
                postedBytes += message.length;
            }
        } finally {
            lock.unlock();
        }
        if (!isQueued) {
            caller = sender;
            Objects.requireNonNull(receiver).deliver(delivery);
        }
        if (startsDelivery) {
            deliverPosted();
        }
    }

    private void deliverPosted() {
        GuardedReceiver current = Objects.requireNonNull(receiver);
        for (PostedMessage next = pollDeliverableOrSchedule(); next != null; next = pollDeliverableOrSchedule()) {
            caller = next.sender();
            current.onMessage(next.message());
        }
    }

    private @Nullable PostedMessage pollDeliverableOrSchedule() {
        lock.lock();
        try {
            PostedMessage next = posted.peek();
            if (next != null && !stream.hasCapacity(1)) {
                stream.onWritable(this::deliverLater);
                return null;
            }
            if (next != null && isTooLargeForThisThread(next)) {
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

    /**
     * Returns whether the current thread is an event loop, which must not parse a large message that another thread has
     * posted.
     */
    private static boolean isTooLargeForThisThread(PostedMessage next) {
        return next.message().length > ThreadBlockingContext.MAX_INLINE_BYTES
                && !ThreadBlockingContext.current().canBlock();
    }

    private void deliverLater() {
        try {
            executor.execute(this::deliverPosted);
        } catch (RejectedExecutionException e) {
            // Not on this thread: the receiver can block, and other threads may need the lock.
            HandlerExecutors.executeEvenIfShutDown(executor, this::onStreamClosed);
        }
    }

    @Override
    public void send(byte[] message) {
        stream.awaitWritableOrDisconnect();
        enqueueEvenIfFull(message);
    }

    @Override
    public void enqueueEvenIfFull(byte[] message) {
        enqueueEventOrClose(encodeEvent(message));
    }

    @Override
    public boolean trySend(byte[] message) {
        byte[] event = encodeEvent(message);
        boolean hasCapacity = stream.hasCapacity(event.length);
        if (hasCapacity) {
            enqueueEventOrClose(event);
        }
        return hasCapacity;
    }

    @Override
    public void onWritable(Runnable action) {
        stream.onWritable(action);
    }

    private static byte[] encodeEvent(byte[] message) {
        return SseWriter.write(SseEvent.of(message).withName("message"));
    }

    private void enqueueEventOrClose(byte[] event) {
        if (!stream.enqueueEvenIfFull(event)) {
            onStreamClosed();
            throw new ChannelClosedException("The stream is closed");
        }
    }

    /** Closes the channel after its stream has ended. */
    void onStreamClosed() {
        if (closed.compareAndSet(false, true)) {
            onClosed.run();
            GuardedReceiver current = receiver;
            if (current != null) {
                current.onClosed();
            }
        }
    }

    @Override
    public void close() {
        stream.end();
        onStreamClosed();
    }
}
