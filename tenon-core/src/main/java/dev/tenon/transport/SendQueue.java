package dev.tenon.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.concurrent.ExecutionContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the senders of a channel and whatever writes to its wire. A message counts against the
 * bounds until the writer has said that it is {@linkplain #markWritten written}, so a reader that stands still is
 * noticed even when the writer holds a batch. Safe for use by many threads.
 *
 * <p>A message is always accepted while nothing else waits, however large it is.
 */
public final class SendQueue {
    /** So many turns the writer leaves to others before it sleeps: to be woken costs more than a few turns. */
    private static final int MAX_YIELDS = 30;
    /**
     * So many when it has written many messages at once: then others need the turns more, and it is woken for many
     * again.
     */
    private static final int YIELDS_AFTER_LARGE_BATCH = 10;
    /** So many messages are not many. */
    private static final int SMALL_BATCH = 4;
    /** The writer is told of held messages when there are this many, also before they are released. */
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

    /** When something was written last, or began to wait after there was nothing; as {@link System#nanoTime} counts. */
    @GuardedBy("lock") private long lastProgressNanos = System.nanoTime();

    /** The thread whose messages wait until it {@linkplain #flush releases} them. */
    @GuardedBy("lock") private @Nullable Thread batchingThread;

    /** How many messages the writer has not been told of. */
    @GuardedBy("lock") private int batchedCount;

    /** Whether something is queued, and not held, to be looked at without the lock. */
    private volatile boolean hasMessages;
    /** How many messages were taken last; written by whoever takes them. */
    private volatile int lastBatchSize;

    public SendQueue(ChannelLimits limits) {
        this.limits = limits;
    }

    /**
     * Queues a message without waiting, also when the queue is full: for answers, whose number is bounded by that of
     * the requests that were taken in. While it is full, no further requests should be taken in.
     *
     * @throws ChannelClosedException when the outbox is closed
     */
    public void enqueue(byte[] message) {
        lock.lock();
        try {
            checkOpen();
            add(message);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues a message. Waits for room as long as the writer makes progress, and for the patience of the limits when it
     * makes none. Senders that wait are served in their order. An interrupt does not shorten the wait, so that no
     * answer is lost to one; it stays set.
     *
     * @return false when the queue was full and nothing was written for the whole patience
     * @throws ChannelClosedException when the outbox is closed, or closes meanwhile
     */
    public boolean put(byte[] message) {
        if (tryPut(message)) {
            return true;
        }
        ExecutionContext.checkCanBlock("send to a full queue");
        lock.lock();
        try {
            if ((waitingSenders > 0 || !hasCapacityFor(message)) && !awaitCapacity(message.length)) {
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
     * @return false when the queue is full, or others wait for room in it
     * @throws ChannelClosedException when the outbox is closed
     */
    public boolean tryPut(byte[] message) {
        lock.lock();
        try {
            boolean first = waitingSenders == 0 && hasCapacityFor(message);
            if (first) {
                add(message);
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the queue is not full any more, or closed; as {@link #put} waits.
     *
     * @return false when nothing was written for the whole patience
     */
    public boolean awaitWritable() {
        if (isWritable()) {
            return true;
        }
        ExecutionContext.checkCanBlock("wait for a reader");
        lock.lock();
        try {
            boolean writable = awaitCapacity(1);
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
        // It makes the room.
        messageAvailable.signal();
        long patience = limits.writeTimeout().toNanos();
        long began = System.nanoTime();
        waitingSenders++;
        try {
            long left = patience;
            while (left > 0) {
                try {
                    capacityAvailable.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                if (closed || fits(bytes)) {
                    return true;
                }
                long since = lastProgressNanos - began > 0 ? lastProgressNanos : began;
                left = since + patience - System.nanoTime();
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
     * Takes what is queued, without waiting: as many messages as fit in that many bytes, but at least one if there is
     * one. The caller gives the batch to {@link #markWritten} when it has left.
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
     * As {@link #poll}, but waits for a message. Only one thread may.
     *
     * @return an empty list only when the outbox is closed and nothing is left
     * @throws InterruptedException when the thread is interrupted
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
     * The calling thread answers many messages that have come at once: the writer is told of what it queues when it
     * {@linkplain #flush releases} it, or when {@value #MAX_BATCHED} messages wait. So one wake-up and one write take
     * many of them.
     */
    void startBatching() {
        lock.lock();
        try {
            batchingThread = Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    /** Tells the writer of what is held. The calling thread goes on to hold what it queues. */
    void flush() {
        lock.lock();
        try {
            if (batchedCount > 0) {
                signalWriter();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nothing depends on what the scheduler makes of it: it only costs less than to sleep when more comes at once. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void yieldBeforeWaiting() {
        for (int i = 0; i < yieldCount(lastBatchSize) && !hasMessages; i++) {
            Thread.yield();
        }
    }

    /**
     * After as many as are held at most it sleeps at once, as the thread that holds them takes its time for as many
     * again.
     */
    private static int yieldCount(int before) {
        if (before <= SMALL_BATCH) {
            return MAX_YIELDS;
        }
        return before < MAX_BATCHED ? YIELDS_AFTER_LARGE_BATCH : 0;
    }

    /** Makes the room of a batch free again. */
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
     * Runs an action once: when something has been written and no more than half of the queue is left, or when it is
     * closed; at once when nothing waits. A sender that found no room can try again then, and finds room at the latest
     * when nothing waits.
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

    /** Whether the queue is not full, or closed. */
    public boolean isWritable() {
        lock.lock();
        try {
            return closed || fits(1);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a message of that size would be taken now. */
    public boolean canAccept(int bytes) {
        lock.lock();
        try {
            return !closed && waitingSenders == 0 && fits(bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Returns for how long nothing has been written though something waits, in nanoseconds; 0 when nothing waits. */
    public long stalledNanos() {
        lock.lock();
        try {
            return unwrittenMessages == 0 ? 0 : System.nanoTime() - lastProgressNanos;
        } finally {
            lock.unlock();
        }
    }

    /** How many messages are queued or being written. */
    public int size() {
        lock.lock();
        try {
            return unwrittenMessages;
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes are queued or being written. */
    public long sizeInBytes() {
        lock.lock();
        try {
            return unwrittenBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Accepts nothing more; what is queued can still be taken. */
    public void close() {
        closeQueue(false);
    }

    /** Accepts nothing more and forgets what is queued. */
    public void abort() {
        closeQueue(true);
    }

    private void closeQueue(boolean forget) {
        List<Runnable> actions;
        lock.lock();
        try {
            closed = true;
            if (forget) {
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

    @GuardedBy("lock") private boolean hasCapacityFor(byte[] message) {
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
