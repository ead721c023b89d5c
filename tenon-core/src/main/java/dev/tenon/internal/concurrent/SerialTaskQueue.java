package dev.tenon.internal.concurrent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after the other, in the order in which they came. What waits is bounded: a task about a change waits
 * once, however often the change comes, and other tasks only as far as there is room. Safe for use by many threads.
 */
public final class SerialTaskQueue {
    private final Executor executor;
    private final int maxTasks;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private int queuedTasks;

    @GuardedBy("lock") private long queuedBytes;

    /** Changes that wait. */
    @GuardedBy("lock") private final Set<Object> queuedChanges = new HashSet<>();

    /** Done when all tasks have ended. Written with the lock. */
    private volatile CompletableFuture<?> lastTask = CompletableFuture.completedFuture(null);

    private volatile @Nullable Thread runningThread;

    /**
     * A queue with nothing in it.
     *
     * @param threads runs the tasks
     * @param most how many changes may wait, and how many other tasks
     * @param mostBytes the size of these other tasks together; one is taken while no other waits, whatever its size
     */
    public SerialTaskQueue(Executor threads, int most, long mostBytes) {
        this.executor = threads;
        this.maxTasks = most;
        this.maxBytes = mostBytes;
    }

    /**
     * Runs a task when those before it have ended, without waiting for that.
     *
     * @param task what it throws goes to the handler of its thread for that, and the next task is run
     * @param size how much of a message it holds, in bytes
     * @param change what has changed, if the task is about a change: while one about an equal change waits, it is not
     *     needed
     * @return false when there is no room: it will not be run
     */
    public boolean tryAdd(Runnable task, int size, @Nullable Object change) {
        lock.lock();
        try {
            if (change != null && queuedChanges.contains(change)) {
                return true;
            }
            boolean hasRoom = change == null
                    ? queuedTasks == 0 || queuedTasks < maxTasks && queuedBytes + size <= maxBytes
                    : queuedChanges.size() < maxTasks;
            if (hasRoom) {
                updateCounts(1, size, change);
                lastTask = lastTask.handleAsync((before, problem) -> runTask(task, size, change), executor);
            }
            return hasRoom;
        } finally {
            lock.unlock();
        }
    }

    /** Whether no task waits or runs. */
    public boolean isIdle() {
        return lastTask.isDone();
    }

    /** Waits for the end of the tasks that are there now, but no longer than that; within a task it does not wait. */
    public void awaitIdle(Duration longest) throws InterruptedException {
        if (isIdle() || Thread.currentThread() == runningThread) {
            return;
        }
        try {
            var unused = lastTask.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // There is no thread for it any more, or it is not over in time.
        }
    }

    private @Nullable Object runTask(Runnable task, int size, @Nullable Object change) {
        updateCounts(-1, -size, change);
        Thread self = Thread.currentThread();
        runningThread = self;
        try {
            task.run();
        } catch (Throwable e) {
            self.getUncaughtExceptionHandler().uncaughtException(self, e);
        } finally {
            runningThread = null;
        }
        return null;
    }

    private void updateCounts(int tasks, int size, @Nullable Object change) {
        lock.lock();
        try {
            if (change == null) {
                queuedTasks += tasks;
                queuedBytes += size;
            } else if (tasks > 0) {
                queuedChanges.add(change);
            } else {
                queuedChanges.remove(change);
            }
        } finally {
            lock.unlock();
        }
    }
}
