package dev.tenon.guard.internal.concurrent;

import static dev.tenon.guard.internal.log.GuardLog.LOG;
import static java.util.stream.Collectors.toMap;

import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The threads of one guard, shared by all its upstream servers: one pool that may block, and a timer. The owner closes
 * it last.
 */
public final class GuardRuntime implements AutoCloseable {
    public static final String CONNECTIONS = "upstream_connections";
    public static final String CONNECTIONS_PER_CALLER = "connections_per_caller";
    public static final String SUSPENDED_CALLS = "parked_calls";
    public static final String UPSTREAM_QUEUE = "upstream_queue";

    private final ExecutorService threads = HandlerExecutors.create();
    private final RuntimeScheduler scheduler = new RuntimeScheduler("tenon-guard-timer");
    private final Map<String, LongAdder> limitCounts = Stream.of(
                    CONNECTIONS, CONNECTIONS_PER_CALLER, SUSPENDED_CALLS, UPSTREAM_QUEUE)
            .collect(toMap(limit -> limit, limit -> new LongAdder()));

    /** Counts that a limit, named by a constant of this class, was reached. */
    public void countLimitReached(String limit) {
        Objects.requireNonNull(limitCounts.get(limit)).increment();
    }

    /** Counts that a limit was reached, and returns the error for it: 429 with this text. */
    public RpcException countAndCreateBusyError(String limit, String text) {
        countLimitReached(limit);
        return new RpcException(ErrorCode.BUSY, "Busy: " + text);
    }

    /** Returns how often each limit was reached since the start. */
    public Map<String, Long> limitCounts() {
        Map<String, Long> counts = new TreeMap<>();
        limitCounts.forEach((limit, count) -> counts.put(limit, count.sum()));
        return counts;
    }

    /** Returns the executor for tasks that may block. */
    public ExecutorService executor() {
        return threads;
    }

    /**
     * Runs a task repeatedly on a thread that may block, until it is cancelled or the guard is closed. Exceptions of
     * the task are logged and do not end the repetition.
     *
     * @param pause the time between two executions, which never overlap
     */
    public RuntimeScheduler.TaskHandle scheduleRepeating(Duration pause, Runnable task) {
        AtomicBoolean running = new AtomicBoolean();
        Runnable guardedTask = () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("Guard maintenance task failed; it will be retried", e);
            } finally {
                running.set(false);
            }
        };
        return scheduler.scheduleRepeating(pause, () -> {
            if (running.compareAndSet(false, true)) {
                try {
                    threads.execute(guardedTask);
                } catch (RejectedExecutionException e) {
                    LOG.debug("Guard maintenance stopped: the guard is closed");
                }
            }
        });
    }

    @Override
    public void close() {
        scheduler.close();
        HandlerExecutors.shutDownNowAndAwait(threads);
    }
}
