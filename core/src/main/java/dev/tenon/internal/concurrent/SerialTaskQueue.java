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
 * Runs tasks one after another in the order in which they were added. The queue is bounded: a task about a change is
 * queued once, however often the change occurs, and other tasks only while there is capacity. Thread-safe.
 */
public final class SerialTaskQueue {
    private final Executor executor;
    private final int maxTasks;
    private final long maxBytes;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private int queuedTasks;

    @GuardedBy("lock") private long queuedBytes;

    @GuardedBy("lock") private final Set<Object> queuedChanges = new HashSet<>();

    /** Completed when all tasks have ended. Written with the lock held. */
    private volatile CompletableFuture<?> lastTask = CompletableFuture.completedFuture(null);

    private volatile @Nullable Thread runningThread;

    /**
     * Creates an empty queue.
     *
     * @param executor runs the tasks
     * @param maxTasks the largest number of queued changes, and of other queued tasks
     * @param maxBytes the total size of the other tasks; a task of any size is accepted while no other is queued
     */
    public SerialTaskQueue(Executor executor, int maxTasks, long maxBytes) {
        this.executor = executor;
        this.maxTasks = maxTasks;
        this.maxBytes = maxBytes;
    }

    /**
     * Runs a task after the previous ones have ended, without waiting.
     *
     * @param task passes its exceptions to the uncaught exception handler of its thread; the next task runs anyway
     * @param size the size of the message that the task holds, in bytes
     * @param change identifies the change if the task is about one: while a task about an equal change is queued, this
     *     one is not needed
     * @return false if the queue is full; the task does not run then
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

    /** Returns whether no task is queued or running. */
    public boolean isIdle() {
        return lastTask.isDone();
    }

    /**
     * Waits until the current tasks have ended, at most for the timeout. Called within a task, it returns immediately.
     */
    public void awaitIdle(Duration timeout) throws InterruptedException {
        if (isIdle() || Thread.currentThread() == runningThread) {
            return;
        }
        try {
            var unused = lastTask.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // The executor rejected the task, or the timeout has elapsed.
        }
    }

    private @Nullable Object runTask(Runnable task, int size, @Nullable Object change) {
        updateCounts(-1, -size, change);
        Thread thread = Thread.currentThread();
        runningThread = thread;
        try {
            task.run();
        } catch (Throwable e) {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
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
