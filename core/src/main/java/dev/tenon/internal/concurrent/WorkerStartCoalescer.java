package dev.tenon.internal.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tasks that a thread adds to the queue of a {@link ThreadReusingExecutor} while it reads many messages at
 * once, and defers the start of a worker for them: it is started after some tasks, or when the thread stops reading,
 * because waking a worker for each task costs more than most tasks.
 */
public final class WorkerStartCoalescer {
    /**
     * The largest number of deferred tasks, per read of a channel or per tick of an event loop, in which the loop
     * serves all connections with input.
     */
    private static final int MAX_DEFERRED = 32;

    private static final ThreadLocal<@Nullable WorkerStartCoalescer> CURRENT = new ThreadLocal<>();

    private final @Nullable Executor endOfLoopTick;
    private @Nullable ThreadReusingExecutor executor;
    private int deferred;

    private WorkerStartCoalescer(@Nullable Executor endOfLoopTick) {
        this.endOfLoopTick = endOfLoopTick;
    }

    /**
     * Starts a batch on the current thread, which reads a channel: tasks that it
     * {@linkplain HandlerExecutors#executeBatched submits} may be deferred until {@link #flush} or {@link #end}.
     */
    public static void beginOnCurrentThread() {
        CURRENT.set(new WorkerStartCoalescer(null));
    }

    /**
     * Starts a batch on the current thread, an event loop that {@linkplain ThreadBlockingContext must not block} and
     * finds input of many connections in one tick: tasks that it {@linkplain HandlerExecutors#executeBatched submits}
     * may be deferred until the end of the tick, so that one worker is started instead of many.
     *
     * @param endOfLoopTick runs a task on this thread at the end of the tick
     */
    public static void beginOnCurrentThread(Executor endOfLoopTick) {
        CURRENT.set(new WorkerStartCoalescer(endOfLoopTick));
    }

    /** Ends the batch and starts the deferred tasks. */
    public static void end() {
        flush();
        CURRENT.remove();
    }

    /** Starts the deferred tasks of the current thread. Call it before the thread blocks or does something slow. */
    public static void flush() {
        WorkerStartCoalescer batch = CURRENT.get();
        if (batch != null) {
            batch.wakeWorkers();
        }
    }

    /** Defers a task of the executor if the current thread has a batch. */
    static boolean tryDefer(ThreadReusingExecutor executor) {
        WorkerStartCoalescer batch = CURRENT.get();
        return batch != null && batch.tryDeferTask(executor);
    }

    private boolean tryDeferTask(ThreadReusingExecutor target) {
        if (executor != target) {
            wakeWorkers();
            executor = target;
        }
        deferred++;
        if (deferred >= MAX_DEFERRED || deferred == 1 && !tryScheduleEndOfTickWakeUp()) {
            deferred = 0;
            return false;
        }
        return true;
    }

    /** Returns whether the deferred tasks are certain to start later. */
    private boolean tryScheduleEndOfTickWakeUp() {
        try {
            if (endOfLoopTick != null) {
                endOfLoopTick.execute(this::wakeWorkers);
            }
            return true;
        } catch (RejectedExecutionException e) {
            // The event loop is shutting down: this may be its last tick.
            return false;
        }
    }

    private void wakeWorkers() {
        ThreadReusingExecutor target = executor;
        if (target != null && deferred > 0) {
            deferred = 0;
            target.ensureWorkerIfQueued();
        }
    }
}
