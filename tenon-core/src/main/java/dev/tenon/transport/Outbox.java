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
    /** So many turns the writer leaves to others before it sleeps: to be woken costs more than a few turns. */
    private static final int MOST_TURNS = 30;
    /** So many when it has written many messages at once: then others need the turns more, and it is woken for many again. */
    private static final int TURNS_AFTER_MANY = 10;
    /** So many messages are not many. */
    private static final int FEW = 4;

    private final ChannelLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private int unwrittenMessages;
    private long unwrittenBytes;
    private int waiting;
    private boolean closed;
    /** How the writer is told that it is relieved, while it sleeps and can be. */
    private Part.@Nullable Relief sleeper;
    /** Whoever writes, or last did. */
    private @Nullable Thread writer;
    /** Whether something is queued, to be looked at without the lock. */
    private volatile boolean filled;
    /** How many messages were taken last; written by whoever takes them. */
    private volatile int taken;

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
        return offer(message, false);
    }

    /** As the other; {@code held} when the sender itself wakes the writer in the end, or {@linkplain #relieve relieves} it. */
    boolean offer(byte[] message, boolean held) {
        lock.lock();
        try {
            if (!hasRoomFor(message)) {
                return false;
            }
            add(message, held);
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
        return put(message, false);
    }

    /** As the other; {@code held} as above. */
    boolean put(byte[] message, boolean held) {
        if (putNow(message, held)) {
            return true;
        }
        // Without the lock, as those of others may be taken.
        HandlerThreads.letGo();
        lock.lock();
        try {
            if ((waiting > 0 || !hasRoomFor(message)) && !awaitRoom(message)) {
                return false;
            }
            add(message, held);
            if (waiting > 0) {
                room.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** As the other, but does not wait: false when there is no room, or others wait for it. */
    boolean putNow(byte[] message, boolean held) {
        lock.lock();
        try {
            boolean first = waiting == 0 && hasRoomFor(message);
            if (first) {
                add(message, held);
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitRoom(byte[] message) {
        boolean interrupted = false;
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
        return Objects.requireNonNull(takeOrLeave(maxBytes, null), "the writer was relieved");
    }

    /**
     * As {@link #take}, but null when another thread has {@linkplain #relieve relieved} this one.
     *
     * @param relief how this thread is told that, or null when it is not to be relieved
     */
    @Nullable List<byte[]> takeOrLeave(int maxBytes, Part.@Nullable Relief relief) throws InterruptedException {
        leaveTurns();
        lock.lock();
        try {
            writer = Thread.currentThread();
            return isRelieved(relief) ? null : next(maxBytes);
        } finally {
            lock.unlock();
        }
    }

    /** Nothing depends on what the scheduler makes of it: it only costs less than to sleep when more comes at once. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void leaveTurns() {
        int turns = taken <= FEW ? MOST_TURNS : TURNS_AFTER_MANY;
        for (int i = 0; i < turns && !filled; i++) {
            Thread.yield();
        }
    }

    /** Waits until there is something to take, or this thread is not the writer any more. */
    private boolean isRelieved(Part.@Nullable Relief relief) throws InterruptedException {
        sleeper = relief;
        try {
            while (queue.isEmpty() && !closed && !isTold(relief)) {
                work.await();
            }
        } catch (InterruptedException e) {
            if (!isTold(relief)) {
                throw e;
            }
        } finally {
            if (sleeper == relief) {
                sleeper = null;
            }
        }
        if (isTold(relief)) {
            // What was meant for the writer is not for what it does from now on.
            Thread.interrupted();
            return true;
        }
        return false;
    }

    private static boolean isTold(Part.@Nullable Relief relief) {
        return relief != null && relief.isTold();
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
     * Where something is queued and the writer sleeps, this thread relieves it: it has to write what is queued, and to take the
     * writer's place, so that nothing waits until somebody is awake. A writer that is awake needs no relief.
     *
     * @param instead what the writer does from now on: what this thread did before
     * @return whether this thread is the writer from now on
     */
    boolean relieve(Part instead) {
        lock.lock();
        try {
            Part.Relief asleep = sleeper;
            if (queue.isEmpty() || closed || asleep == null) {
                return false;
            }
            asleep.tell(instead);
            sleeper = null;
            writer = Thread.currentThread();
            work.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the writer for messages that were held. */
    void wake() {
        lock.lock();
        try {
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Whether this thread is the writer. */
    boolean isWriter() {
        lock.lock();
        try {
            return writer == Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    /** Interrupts the writer: it alone, and only while it is that. */
    void interruptWriter() {
        lock.lock();
        try {
            if (writer != null) {
                writer.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether a message of that size would be taken now. */
    boolean hasRoom(int bytes) {
        lock.lock();
        try {
            return !closed && waiting == 0 && fits(bytes);
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
        return fits(message.length);
    }

    private boolean fits(int bytes) {
        boolean fits = unwrittenMessages < limits.queuedMessages() && unwrittenBytes + bytes <= limits.queuedBytes();
        return fits || unwrittenMessages == 0;
    }

    private void add(byte[] message, boolean held) {
        queue.add(message);
        if (!filled) {
            filled = true;
        }
        unwrittenMessages++;
        unwrittenBytes += message.length;
        if (!held) {
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
        taken = batch.size();
        return batch;
    }
}
