package dev.tenon.guard.internal;

import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.concurrent.handlers.HandlerThreads;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of one guard, for all servers behind it: those that may block, and the timer. Its owner closes it last. */
public final class GuardRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private final ExecutorService threads = HandlerThreads.create();
    private final LongAdder sharesMet = new LongAdder();
    private final RuntimeScheduler scheduler = new RuntimeScheduler("tenon-guard-timer");

    /** Runs what may block. */
    public ExecutorService threads() {
        return threads;
    }

    /** A caller has its share of connections, {@link dev.tenon.guard.GuardLimits#connectionsPerCaller}, and needs another. */
    void shareMet() {
        sharesMet.increment();
    }

    /** How often that was, with those where an idle connection made room. */
    public long sharesMet() {
        return sharesMet.sum();
    }

    /**
     * Runs work again and again on a thread that may block, until it is cancelled or the guard is closed. Whatever the work throws
     * is logged and does not end the repetition.
     *
     * @param pause between two runs; a run that is not over yet is not begun again
     */
    public RuntimeScheduler.Task repeat(Duration pause, Runnable work) {
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
                begin(once);
            }
        });
    }

    private void begin(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("The guard is closed: its maintenance ends");
        }
    }

    @Override
    public void close() {
        scheduler.close();
        HandlerThreads.stop(threads);
    }
}
