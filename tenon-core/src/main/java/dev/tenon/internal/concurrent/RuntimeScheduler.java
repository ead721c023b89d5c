package dev.tenon.internal.concurrent;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks after a delay, all on one daemon thread. A server, a client and a guard each own one and close it with
 * themselves.
 *
 * <p>A task must not wait: it decides, and hands what takes time to an executor. {@link ExecutionContext#checkCanBlock}
 * fails on this thread. A task may throw anything: it is logged, and the other tasks and its own repetitions go on.
 * Safe for use by many threads; scheduling and cancelling cost O(log n) of the tasks that are waiting.
 */
public final class RuntimeScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimeScheduler.class);

    private final ScheduledThreadPoolExecutor timer;

    /**
     * A scheduler whose thread starts with its first task.
     *
     * @param threadName the name of its thread, such as {@code tenon-server-timer}
     */
    public RuntimeScheduler(String threadName) {
        timer = new ScheduledThreadPoolExecutor(1, loop -> {
            Thread thread =
                    new Thread(() -> ExecutionContext.nonBlocking("timer").run(loop), threadName);
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    /** What was scheduled, to be taken back. */
    @FunctionalInterface
    public interface TaskHandle {
        /**
         * Takes the task back: it does not begin any more, and is not repeated. One that runs now goes on. May be
         * called again.
         */
        void cancel();
    }

    /**
     * Runs a task once.
     *
     * @param delay after how long; at once on the timer's thread when zero or negative
     * @return the task, to cancel it; one that never runs when this scheduler is closed
     */
    public TaskHandle schedule(Duration delay, Runnable task) {
        return scheduleUnlessClosed(
                () -> timer.schedule(() -> runAndLogFailure(task), NANOSECONDS.convert(delay), NANOSECONDS));
    }

    /**
     * Runs a task again and again until it is cancelled or this scheduler is closed.
     *
     * @param pause from now to the first run, and from the end of each run to the next; positive
     * @return the task, to cancel it; one that never runs when this scheduler is closed
     */
    public TaskHandle scheduleRepeating(Duration pause, Runnable task) {
        long nanos = NANOSECONDS.convert(pause);
        return scheduleUnlessClosed(
                () -> timer.scheduleWithFixedDelay(() -> runAndLogFailure(task), nanos, nanos, NANOSECONDS));
    }

    private static TaskHandle scheduleUnlessClosed(Supplier<Future<?>> schedule) {
        try {
            Future<?> scheduled = schedule.get();
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException e) {
            // It will never run: there is nothing to take back.
            return () -> {};
        }
    }

    private static void runAndLogFailure(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("A scheduled task failed; the timer goes on", e);
        }
    }

    /** Takes back all tasks and ends the thread. Does not wait for a task that runs now. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
