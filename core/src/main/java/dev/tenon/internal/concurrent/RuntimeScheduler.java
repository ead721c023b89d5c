package dev.tenon.internal.concurrent;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks after a delay on one daemon thread. A server, a client and a guard own one each and close it with
 * themselves.
 *
 * <p>A task must not block ({@link ThreadBlockingContext#assertCanBlock} fails on this thread) and passes long work to
 * an executor. An exception of a task is logged; other tasks and its own repetitions continue. Thread-safe; scheduling
 * and cancelling take O(log n) time for n scheduled tasks.
 */
public final class RuntimeScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimeScheduler.class);

    private final ScheduledExecutorService timer;

    /**
     * Creates a scheduler. Its thread starts with the first task.
     *
     * @param threadName the name of the thread, such as {@code tenon-server-timer}
     */
    public RuntimeScheduler(String threadName) {
        this(createTimer(threadName));
    }

    /** Creates a scheduler that runs its tasks with {@code timer}, which {@link #close} shuts down. */
    public RuntimeScheduler(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    private static ScheduledExecutorService createTimer(String threadName) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1,
                loop -> HandlerExecutors.newDaemonThread(
                        () -> ThreadBlockingContext.nonBlocking("timer").run(loop), threadName));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Cancels a scheduled task. */
    @FunctionalInterface
    public interface TaskHandle {
        /**
         * Cancels the task: it does not start any more and is not repeated. A running task continues. Further calls
         * have no effect.
         */
        void cancel();
    }

    /**
     * Runs a task once.
     *
     * @param delay the delay; if it is zero or negative, the task runs immediately on the timer thread
     * @return cancels the task. After this scheduler was closed, the task never runs
     */
    public TaskHandle schedule(Duration delay, Runnable task) {
        return scheduleUnlessClosed(
                () -> timer.schedule(() -> runAndLogFailure(task), NANOSECONDS.convert(delay), NANOSECONDS));
    }

    /**
     * Runs a task repeatedly until it is cancelled or this scheduler is closed.
     *
     * @param pause the time until the first execution, and from the end of each execution to the next; positive
     * @return cancels the task. After this scheduler was closed, the task never runs
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
            // The task never runs, so there is nothing to cancel.
            return () -> {};
        }
    }

    private static void runAndLogFailure(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("A scheduled task failed; other tasks are not affected", e);
        }
    }

    /** Cancels all tasks and ends the thread. Does not wait for a running task. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
