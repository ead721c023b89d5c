package dev.tenon.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.ExecutionContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the senders of a channel and whatever writes to its wire. A message counts against the bounds
 * until the writer has said that it is {@linkplain #written written}, so a reader that stands still is noticed even when
 * the writer holds a batch. Safe for use by many threads.
 *
 * <p>A message is always accepted while nothing else waits, however large it is.
 */
public final class Outbox {
    /** So many turns the writer leaves to others before it sleeps: to be woken costs more than a few turns. */
    private static final int MOST_TURNS = 30;
    /** So many when it has written many messages at once: then others need the turns more, and it is woken for many again. */
    private static final int TURNS_AFTER_MANY = 10;
    /** So many messages are not many. */
    private static final int FEW = 4;
    /** The writer is told of held messages when there are this many, also before they are released. */
    private static final int MOST_HELD = 32;

    private final ChannelLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();

    @GuardedBy("lock") private final ArrayDeque<byte[]> queue = new ArrayDeque<>();

    @GuardedBy("lock") private final List<Runnable> whenWritable = new ArrayList<>();

    @GuardedBy("lock") private int unwrittenMessages;

    @GuardedBy("lock") private long unwrittenBytes;

    @GuardedBy("lock") private int waiting;

    @GuardedBy("lock") private boolean closed;

    /** When something was written last, or began to wait after there was nothing; as {@link System#nanoTime} counts. */
    @GuardedBy("lock") private long progressAt = System.nanoTime();

    /** The thread whose messages wait until it {@linkplain #release releases} them. */
    @GuardedBy("lock") private @Nullable Thread holder;

    /** How many messages the writer has not been told of. */
    @GuardedBy("lock") private int held;

    /** Whether something is queued, and not held, to be looked at without the lock. */
    private volatile boolean filled;
    /** How many messages were taken last; written by whoever takes them. */
    private volatile int taken;

    public Outbox(ChannelLimits limits) {
        this.limits = limits;
    }

    /**
     * Queues a message without waiting, also when the queue is full: for answers, whose number is bounded by that of the requests
     * that were taken in. While it is full, no further requests should be taken in.
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
     * Queues a message. Waits for room as long as the writer makes progress, and for the patience of the limits when it makes
     * none. Senders that wait are served in their order. An interrupt does not shorten the wait, so that no answer is lost to
     * one; it stays set.
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
            if ((waiting > 0 || !hasRoomFor(message)) && !awaitRoom(message.length)) {
                return false;
            }
            checkOpen();
            add(message);
            if (waiting > 0) {
                room.signal();
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
            boolean first = waiting == 0 && hasRoomFor(message);
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
            boolean writable = awaitRoom(1);
            if (waiting > 0) {
                room.signal();
            }
            return writable;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private boolean awaitRoom(int bytes) {
        boolean interrupted = false;
        // It makes the room.
        work.signal();
        long patience = limits.patience().toNanos();
        long began = System.nanoTime();
        waiting++;
        try {
            long left = patience;
            while (left > 0) {
                try {
                    room.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                if (closed || fits(bytes)) {
                    return true;
                }
                long since = progressAt - began > 0 ? progressAt : began;
                left = since + patience - System.nanoTime();
            }
            return false;
        } finally {
            waiting--;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Takes what is queued, without waiting: as many messages as fit in that many bytes, but at least one if there is one.
     * The caller gives the batch to {@link #written} when it has left.
     */
    public List<byte[]> poll(int maxBytes) {
        lock.lock();
        try {
            return next(maxBytes);
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
        leaveTurns();
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) {
                work.await();
            }
            return next(maxBytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The calling thread answers many messages that have come at once: the writer is told of what it queues when it {@linkplain
     * #release releases} it, or when {@value #MOST_HELD} messages wait. So one wake-up and one write take many of them.
     */
    void hold() {
        lock.lock();
        try {
            holder = Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    /** Tells the writer of what is held. The calling thread goes on to hold what it queues. */
    void release() {
        lock.lock();
        try {
            if (held > 0) {
                tellWriter();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nothing depends on what the scheduler makes of it: it only costs less than to sleep when more comes at once. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void leaveTurns() {
        for (int i = 0; i < turns(taken) && !filled; i++) {
            Thread.yield();
        }
    }

    /** After as many as are held at most it sleeps at once, as the thread that holds them takes its time for as many again. */
    private static int turns(int before) {
        if (before <= FEW) {
            return MOST_TURNS;
        }
        return before < MOST_HELD ? TURNS_AFTER_MANY : 0;
    }

    /** Makes the room of a batch free again. */
    public void written(List<byte[]> batch) {
        List<Runnable> actions;
        lock.lock();
        try {
            forget(batch);
            progressAt = System.nanoTime();
            actions = takeActions();
        } finally {
            lock.unlock();
        }
        actions.forEach(Runnable::run);
    }

    @GuardedBy("lock") private void forget(List<byte[]> messages) {
        for (byte[] message : messages) {
            unwrittenMessages--;
            unwrittenBytes -= message.length;
        }
        room.signal();
    }

    @GuardedBy("lock") private List<Runnable> takeActions() {
        boolean halfEmpty =
                unwrittenMessages <= limits.queuedMessages() / 2 && unwrittenBytes <= limits.queuedBytes() / 2;
        if (whenWritable.isEmpty() || !closed && !halfEmpty && unwrittenMessages > 0) {
            return List.of();
        }
        List<Runnable> actions = List.copyOf(whenWritable);
        whenWritable.clear();
        return actions;
    }

    /**
     * Runs an action once: when something has been written and no more than half of the queue is left, or when it is closed; at once
     * when nothing waits. A sender that found no room can try again then, and finds room at the latest when nothing waits.
     */
    public void onWritable(Runnable action) {
        lock.lock();
        try {
            if (!closed && unwrittenMessages > 0) {
                whenWritable.add(action);
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
    public boolean hasRoom(int bytes) {
        lock.lock();
        try {
            return !closed && waiting == 0 && fits(bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Returns for how long nothing has been written though something waits, in nanoseconds; 0 when nothing waits. */
    public long stalledNanos() {
        lock.lock();
        try {
            return unwrittenMessages == 0 ? 0 : System.nanoTime() - progressAt;
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
    public long bytes() {
        lock.lock();
        try {
            return unwrittenBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Accepts nothing more; what is queued can still be taken. */
    public void close() {
        end(false);
    }

    /** Accepts nothing more and forgets what is queued. */
    public void abort() {
        end(true);
    }

    private void end(boolean forget) {
        List<Runnable> actions;
        lock.lock();
        try {
            closed = true;
            if (forget) {
                forget(List.copyOf(queue));
                queue.clear();
                filled = false;
            }
            room.signalAll();
            work.signalAll();
            actions = takeActions();
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

    @GuardedBy("lock") private boolean hasRoomFor(byte[] message) {
        checkOpen();
        return fits(message.length);
    }

    @GuardedBy("lock") private boolean fits(int bytes) {
        boolean fits = unwrittenMessages < limits.queuedMessages() && unwrittenBytes + bytes <= limits.queuedBytes();
        return fits || unwrittenMessages == 0;
    }

    @GuardedBy("lock") private void add(byte[] message) {
        queue.add(message);
        if (unwrittenMessages == 0) {
            progressAt = System.nanoTime();
        }
        unwrittenMessages++;
        unwrittenBytes += message.length;
        held++;
        if (held == MOST_HELD || holder != Thread.currentThread()) {
            tellWriter();
        }
    }

    @GuardedBy("lock") private void tellWriter() {
        held = 0;
        if (!filled) {
            filled = true;
        }
        work.signal();
    }

    @GuardedBy("lock") private List<byte[]> next(int maxBytes) {
        List<byte[]> batch = new ArrayList<>();
        long bytes = 0;
        byte[] head = queue.peek();
        while (head != null && (batch.isEmpty() || bytes + head.length <= maxBytes)) {
            batch.add(head);
            bytes += head.length;
            queue.remove();
            head = queue.peek();
        }
        held = 0;
        filled = head != null;
        taken = batch.size();
        return batch;
    }
}
