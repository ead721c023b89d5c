package dev.tenon.guard.internal.concurrent;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one guard, for all servers behind it: those that may block, and the timer. Its owner closes it last.
 */
public final class GuardRuntime implements AutoCloseable {
    public static final String CONNECTIONS = "upstream_connections";
    public static final String CONNECTIONS_PER_CALLER = "connections_per_caller";
    public static final String PARKED_CALLS = "parked_calls";
    public static final String UPSTREAM_QUEUE = "upstream_queue";
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final ExecutorService threads = HandlerExecutors.create();
    private final RuntimeScheduler scheduler = new RuntimeScheduler("tenon-guard-timer");
    private final Map<String, LongAdder> boundsMet = Stream.of(
                    CONNECTIONS, CONNECTIONS_PER_CALLER, PARKED_CALLS, UPSTREAM_QUEUE)
            .collect(toMap(bound -> bound, bound -> new LongAdder()));

    /** Counts one of the bounds above. */
    public void countBoundMet(String bound) {
        Objects.requireNonNull(boundsMet.get(bound)).increment();
    }

    /** Counts one of the bounds above and returns the error for it: 429 with this text. */
    public RpcException busyError(String bound, String text) {
        countBoundMet(bound);
        return new RpcException(ErrorCode.BUSY, "Busy: " + text);
    }

    /** Returns how often each of the bounds above was met since the start. */
    public Map<String, Long> boundsMet() {
        Map<String, Long> all = new TreeMap<>();
        boundsMet.forEach((bound, times) -> all.put(bound, times.sum()));
        return all;
    }

    /** Runs what may block. */
    public ExecutorService executor() {
        return threads;
    }

    /**
     * Runs work again and again on a thread that may block, until it is cancelled or the guard is closed. Whatever the
     * work throws is logged and does not end the repetition.
     *
     * @param pause between two runs; a run that is not over yet is not begun again
     */
    public RuntimeScheduler.TaskHandle scheduleRepeating(Duration pause, Runnable work) {
        AtomicBoolean running = new AtomicBoolean();
        Runnable once = () -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                LOG.error("Maintenance of the guard failed and will be repeated", e);
            } finally {
                running.set(false);
            }
        };
        return scheduler.scheduleRepeating(pause, () -> {
            if (running.compareAndSet(false, true)) {
                tryExecute(once);
            }
        });
    }

    private void tryExecute(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("The guard is closed: its maintenance ends");
        }
    }

    @Override
    public void close() {
        scheduler.close();
        HandlerExecutors.shutDownAndAwait(threads);
    }
}
