package dev.tenon.transport;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
    /** So many answers at most wait for those that follow them at once. */
    private static final int MOST_GATHERED = 16;
    /** So many turns the writer leaves to others before it sleeps: to be woken costs more than a few turns. */
    private static final int MOST_TURNS = 10;

    private final ChannelLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private int unwrittenMessages;
    private long unwrittenBytes;
    private int waiting;
    private boolean closed;
    /** Who is about to send more, so that what it sends need not wake the writer each time. */
    private @Nullable Thread gatherer;

    private int gathered;
    /** The writer while it sleeps, and the one whose place another has taken, until it knows. */
    private @Nullable Thread sleeper;

    private @Nullable Thread relieved;
    /** Whether something is queued, to be looked at without the lock. */
    private volatile boolean filled;

    public Outbox(ChannelLimits limits) {
        this.limits = limits;
    }

    /**
     * Queues a message without waiting.
     *
     * @return false when the queue is full
     * @throws ChannelClosedException when the outbox is closed
     */
    public boolean offer(byte[] message) {
        lock.lock();
        try {
            if (!hasRoomFor(message)) {
                return false;
            }
            add(message);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues a message, waiting for room at most for the patience of the limits. Senders that wait are served in their
     * order. An interrupt does not shorten the wait, so that no answer is lost to one; it stays set.
     *
     * @return false when the queue was still full at the end
     * @throws ChannelClosedException when the outbox is closed, or closes meanwhile
     */
    public boolean put(byte[] message) {
        lock.lock();
        try {
            if ((waiting > 0 || !hasRoomFor(message)) && !awaitRoom(message)) {
                return false;
            }
            add(message);
            if (waiting > 0) {
                room.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitRoom(byte[] message) {
        boolean interrupted = false;
        Gathering.letGo();
        // It makes the room.
        work.signal();
        long deadline = System.nanoTime() + limits.patience().toNanos();
        waiting++;
        try {
            long left = deadline - System.nanoTime();
            while (left > 0) {
                try {
                    room.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                if (hasRoomFor(message)) {
                    return true;
                }
                left = deadline - System.nanoTime();
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
        return Objects.requireNonNull(takeOrLeave(maxBytes), "the writer was relieved");
    }

    /** As {@link #take}, but null when another thread has {@linkplain #gathered relieved} this one. */
    @Nullable List<byte[]> takeOrLeave(int maxBytes) throws InterruptedException {
        leaveTurns();
        lock.lock();
        try {
            return isRelieved() ? null : next(maxBytes);
        } finally {
            lock.unlock();
        }
    }

    /** Nothing depends on what the scheduler makes of it: it only costs less than to sleep when more comes at once. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void leaveTurns() {
        for (int i = 0; i < MOST_TURNS && !filled; i++) {
            Thread.yield();
        }
    }

    /** Waits until there is something to take, or this thread is not the writer any more. */
    private boolean isRelieved() throws InterruptedException {
        Thread self = Thread.currentThread();
        sleeper = self;
        try {
            while (queue.isEmpty() && !closed && relieved != self) {
                work.await();
            }
        } finally {
            if (sleeper == self) {
                sleeper = null;
            }
        }
        boolean mine = relieved == self;
        if (mine) {
            relieved = null;
        }
        return mine;
    }

    /** Makes the room of a batch free again. */
    public void written(List<byte[]> batch) {
        lock.lock();
        try {
            for (byte[] message : batch) {
                unwrittenMessages--;
                unwrittenBytes -= message.length;
            }
            room.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * What this thread sends from now on may wait for more of the same, a few messages long, until it says {@link #gathered}:
     * waking the writer for each costs more than most messages do.
     */
    void gathers() {
        lock.lock();
        try {
            gatherer = Thread.currentThread();
            gathered = 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Nothing waits for more any longer. Where the writer sleeps, this thread relieves it: it has to write what is queued, and to
     * take the writer's place, so that nothing waits until somebody is awake; the writer is woken for what this thread did before.
     *
     * @return whether this thread is the writer from now on
     */
    boolean gathered() {
        lock.lock();
        try {
            gatherer = null;
            if (queue.isEmpty() || closed || sleeper == null) {
                return false;
            }
            relieved = sleeper;
            sleeper = null;
            work.signal();
            return true;
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

    /** Accepts nothing more; what is queued can still be taken. */
    public void close() {
        end(false);
    }

    /** Accepts nothing more and forgets what is queued. */
    public void abort() {
        end(true);
    }

    private void end(boolean forget) {
        lock.lock();
        try {
            closed = true;
            if (forget) {
                List<byte[]> forgotten = List.copyOf(queue);
                queue.clear();
                filled = false;
                written(forgotten);
            }
            room.signalAll();
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoomFor(byte[] message) {
        if (closed) {
            throw new ChannelClosedException("The channel is closed");
        }
        boolean fits =
                unwrittenMessages < limits.queuedMessages() && unwrittenBytes + message.length <= limits.queuedBytes();
        return fits || unwrittenMessages == 0;
    }

    private void add(byte[] message) {
        queue.add(message);
        filled = true;
        unwrittenMessages++;
        unwrittenBytes += message.length;
        if (Thread.currentThread() != gatherer || ++gathered >= MOST_GATHERED) {
            gathered = 0;
            work.signal();
        }
    }

    private List<byte[]> next(int maxBytes) {
        List<byte[]> batch = new ArrayList<>();
        long bytes = 0;
        byte[] head = queue.peek();
        while (head != null && (batch.isEmpty() || bytes + head.length <= maxBytes)) {
            batch.add(head);
            bytes += head.length;
            queue.remove();
            head = queue.peek();
        }
        filled = head != null;
        return batch;
    }
}
