package dev.tenon.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the senders of a channel and its writer. A message counts against the limits until the
 * writer has {@linkplain #markWritten marked it as written}, so a stalled reader is detected even while the writer
 * holds a batch. Thread-safe.
 *
 * <p>A message of any size is accepted while the queue is empty.
 */
public final class SendQueue {
    /** How often the writer yields before it blocks: yielding briefly is cheaper than being unparked. */
    private static final int MAX_YIELDS = 30;
    /**
     * The yields after a large batch: other threads need the processor more then, and the writer is likely to be woken
     * for a large batch again.
     */
    private static final int YIELDS_AFTER_LARGE_BATCH = 10;
    /** The largest batch that counts as small. */
    private static final int SMALL_BATCH = 4;
    /**
     * The number of batched messages at which the writer is signalled without waiting for {@link
     * #signalWriterForBatch}.
     */
    private static final int MAX_BATCHED = 32;

    private final ChannelLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition capacityAvailable = lock.newCondition();
    private final Condition messageAvailable = lock.newCondition();

    @GuardedBy("lock") private final ArrayDeque<byte[]> queue = new ArrayDeque<>();

    @GuardedBy("lock") private final List<Runnable> writableActions = new ArrayList<>();

    @GuardedBy("lock") private int unwrittenMessages;

    @GuardedBy("lock") private long unwrittenBytes;

    @GuardedBy("lock") private int waitingSenders;

    @GuardedBy("lock") private boolean closed;

    /** When a message was last written, or queued while the queue was empty; a value of {@link System#nanoTime}. */
    @GuardedBy("lock") private long lastProgressNanos = System.nanoTime();

    /** The thread whose messages wait for its {@link #signalWriterForBatch}. */
    @GuardedBy("lock") private @Nullable Thread batchingThread;

    /** The number of queued messages that the writer has not been signalled for. */
    @GuardedBy("lock") private int batchedCount;

    /** Whether messages are queued and signalled; read without the lock. */
    private volatile boolean hasMessages;
    /** The size of the last batch; written by the thread that takes batches. */
    private volatile int lastBatchSize;

    public SendQueue(ChannelLimits limits) {
        this.limits = limits;
    }

    /**
     * Queues a message without waiting, even if the queue is full. This is for responses, whose number is bounded by
     * that of the accepted requests; no further requests should be accepted while the queue is full.
     *
     * @throws ChannelClosedException if the queue is closed
     */
    public void enqueueEvenIfFull(byte[] message) {
        lock.lock();
        try {
            checkOpen();
            add(message);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues a message. If the queue is full, waits for capacity while the writer makes progress, and for at most
     * {@link ChannelLimits#writeTimeout} without progress. Waiting senders are woken in order, but a smaller message that fits may overtake. An interrupt does not
     * shorten the wait, so that no response is lost; the interrupt status stays set.
     *
     * @return false if the queue was full and nothing was written for the whole timeout
     * @throws ChannelClosedException if the queue is closed or closes meanwhile
     */
    public boolean put(byte[] message) {
        if (tryPut(message)) {
            return true;
        }
        ThreadBlockingContext.assertCanBlock("send to a full queue");
        lock.lock();
        try {
            if ((!fitsOrThrowIfClosed(message) || waitingSenders > 0) && !awaitCapacity(message.length)) {
                return false;
            }
            checkOpen();
            add(message);
            if (waitingSenders > 0) {
                capacityAvailable.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues a message without waiting.
     *
     * @return false if the queue is full, or other senders wait for capacity
     * @throws ChannelClosedException if the queue is closed
     */
    public boolean tryPut(byte[] message) {
        lock.lock();
        try {
            boolean accepted = fitsOrThrowIfClosed(message) && waitingSenders == 0;
            if (accepted) {
                add(message);
            }
            return accepted;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the queue is not full or is closed, with the timeout of {@link #put}.
     *
     * @return false if nothing was written for the whole timeout
     */
    public boolean awaitWritable() {
        if (isWritableOrClosed()) {
            return true;
        }
        ThreadBlockingContext.assertCanBlock("wait for capacity of a queue");
        lock.lock();
        try {
            boolean writable = closed || fits(1) || awaitCapacity(1);
            if (waitingSenders > 0) {
                capacityAvailable.signal();
            }
            return writable;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private boolean awaitCapacity(int bytes) {
        boolean interrupted = false;
        // The writer frees the capacity.
        messageAvailable.signal();
        long timeoutNanos = limits.writeTimeout().toNanos();
        long start = System.nanoTime();
        waitingSenders++;
        try {
            long remaining = timeoutNanos;
            while (remaining > 0) {
                try {
                    capacityAvailable.awaitNanos(remaining);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                if (closed || fits(bytes)) {
                    return true;
                }
                long progress = lastProgressNanos - start > 0 ? lastProgressNanos : start;
                remaining = progress + timeoutNanos - System.nanoTime();
            }
            return false;
        } finally {
            waitingSenders--;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Takes queued messages without waiting: as many as fit into {@code maxBytes}, but at least one if the queue is not
     * empty. The caller passes the batch to {@link #markWritten} after writing it.
     */
    public List<byte[]> poll(int maxBytes) {
        lock.lock();
        try {
            return pollBatch(maxBytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Like {@link #poll}, but waits for a message. Only one thread may call it.
     *
     * @return the batch; empty only if the queue is closed and has no messages left
     * @throws InterruptedException if the thread is interrupted
     */
    public List<byte[]> take(int maxBytes) throws InterruptedException {
        yieldBeforeWaiting();
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) {
                messageAvailable.await();
            }
            return pollBatch(maxBytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts batching for the calling thread, which processes many messages at once: the writer is signalled for its
     * messages only at its {@link #signalWriterForBatch}, or when {@value #MAX_BATCHED} messages are batched. So one
     * wake-up and one write serve many messages.
     */
    void startBatching() {
        lock.lock();
        try {
            batchingThread = Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    /** Signals the writer for the batched messages. The calling thread continues to batch. */
    void signalWriterForBatch() {
        lock.lock();
        try {
            if (batchedCount > 0) {
                signalWriter();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Correct under any scheduling; yielding only costs less than blocking if messages follow soon. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void yieldBeforeWaiting() {
        for (int i = 0; i < yieldCount(lastBatchSize) && !hasMessages; i++) {
            Thread.yield();
        }
    }

    /** After a full batch the writer blocks at once, as the batching thread needs a while to fill the next one. */
    private static int yieldCount(int lastSize) {
        if (lastSize <= SMALL_BATCH) {
            return MAX_YIELDS;
        }
        return lastSize < MAX_BATCHED ? YIELDS_AFTER_LARGE_BATCH : 0;
    }

    /** Frees the capacity of a batch that was written, and runs the actions of {@link #onWritable} that are due. */
    public void markWritten(List<byte[]> batch) {
        List<Runnable> actions;
        lock.lock();
        try {
            releaseCapacity(batch);
            lastProgressNanos = System.nanoTime();
            actions = takeWritableActions();
        } finally {
            lock.unlock();
        }
        actions.forEach(Runnable::run);
    }

    @GuardedBy("lock") private void releaseCapacity(List<byte[]> messages) {
        for (byte[] message : messages) {
            unwrittenMessages--;
            unwrittenBytes -= message.length;
        }
        capacityAvailable.signal();
    }

    @GuardedBy("lock") private List<Runnable> takeWritableActions() {
        boolean halfEmpty =
                unwrittenMessages <= limits.maxQueuedMessages() / 2 && unwrittenBytes <= limits.maxQueuedBytes() / 2;
        if (writableActions.isEmpty() || !closed && !halfEmpty && unwrittenMessages > 0) {
            return List.of();
        }
        List<Runnable> actions = List.copyOf(writableActions);
        writableActions.clear();
        return actions;
    }

    /**
     * Runs an action once: when a write has left the queue at most half full, or when it is closed; immediately if the
     * queue is empty. A sender that found the queue full can retry then, and finds capacity at the latest when the
     * queue is empty.
     */
    public void onWritable(Runnable action) {
        lock.lock();
        try {
            if (!closed && unwrittenMessages > 0) {
                writableActions.add(action);
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    /** Returns whether the queue is not full, or is closed. */
    public boolean isWritableOrClosed() {
        lock.lock();
        try {
            return closed || fits(1);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a message of {@code bytes} would be accepted now. */
    public boolean canAccept(int bytes) {
        lock.lock();
        try {
            return !closed && waitingSenders == 0 && fits(bytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns how long nothing has been written although messages are queued, in nanoseconds; 0 if the queue is empty.
     */
    public long stalledNanos() {
        lock.lock();
        try {
            return unwrittenMessages == 0 ? 0 : System.nanoTime() - lastProgressNanos;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of messages that are queued or being written. */
    public int size() {
        lock.lock();
        try {
            return unwrittenMessages;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of bytes that are queued or being written. */
    public long sizeInBytes() {
        lock.lock();
        try {
            return unwrittenBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the queue and runs the actions of {@link #onWritable}; queued messages can still be taken. */
    public void close() {
        closeQueue(false);
    }

    /** Closes the queue, discards the queued messages and runs the actions of {@link #onWritable}. */
    public void abort() {
        closeQueue(true);
    }

    private void closeQueue(boolean discard) {
        List<Runnable> actions;
        lock.lock();
        try {
            closed = true;
            if (discard) {
                releaseCapacity(List.copyOf(queue));
                queue.clear();
                hasMessages = false;
            }
            capacityAvailable.signalAll();
            messageAvailable.signalAll();
            actions = takeWritableActions();
        } finally {
            lock.unlock();
        }
        actions.forEach(Runnable::run);
    }

    @GuardedBy("lock") private void checkOpen() {
        if (closed) {
            throw new ChannelClosedException("The channel is closed");
        }
    }

    /** Returns whether the message fits; throws {@link ChannelClosedException} if the queue is closed. */
    @GuardedBy("lock") private boolean fitsOrThrowIfClosed(byte[] message) {
        checkOpen();
        return fits(message.length);
    }

    @GuardedBy("lock") private boolean fits(int bytes) {
        boolean fits =
                unwrittenMessages < limits.maxQueuedMessages() && unwrittenBytes + bytes <= limits.maxQueuedBytes();
        return fits || unwrittenMessages == 0;
    }

    @GuardedBy("lock") private void add(byte[] message) {
        queue.add(message);
        if (unwrittenMessages == 0) {
            lastProgressNanos = System.nanoTime();
        }
        unwrittenMessages++;
        unwrittenBytes += message.length;
        batchedCount++;
        if (batchedCount == MAX_BATCHED || batchingThread != Thread.currentThread()) {
            signalWriter();
        }
    }

    @GuardedBy("lock") private void signalWriter() {
        batchedCount = 0;
        // A volatile write costs more than a read.
        if (!hasMessages) {
            hasMessages = true;
        }
        messageAvailable.signal();
    }

    @GuardedBy("lock") private List<byte[]> pollBatch(int maxBytes) {
        List<byte[]> batch = new ArrayList<>();
        long bytes = 0;
        byte[] head = queue.peek();
        while (head != null && (batch.isEmpty() || bytes + head.length <= maxBytes)) {
            batch.add(head);
            bytes += head.length;
            queue.remove();
            head = queue.peek();
        }
        batchedCount = 0;
        hasMessages = head != null;
        lastBatchSize = batch.size();
        return batch;
    }
}
