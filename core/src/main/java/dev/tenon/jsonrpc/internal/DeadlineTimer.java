package dev.tenon.jsonrpc.internal;

import dev.tenon.internal.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an action when a {@link Deadline} has passed, even if the deadline was extended meanwhile. All deadlines of a
 * runtime share one scheduled task, which is replaced only for a deadline that is earlier than all others: an operation
 * that ends in time wakes no thread. Thread-safe.
 */
public final class DeadlineTimer {
    private static final Logger LOG = LoggerFactory.getLogger(DeadlineTimer.class);
    /** The shortest interval between two checks of a paused deadline. */
    private static final long MIN_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** A delay that never elapses, in nanoseconds. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final BiFunction<Duration, Runnable, RuntimeScheduler.TaskHandle> scheduler;
    private final Set<TimerEntry> entries = ConcurrentHashMap.newKeySet();
    /** The next check of the entries. */
    private final AtomicReference<ScheduledScan> nextScan = new AtomicReference<>(ScheduledScan.never());

    /** Creates a timer; {@code scheduler} must live at least as long. */
    public DeadlineTimer(RuntimeScheduler scheduler) {
        this(scheduler::schedule);
    }

    DeadlineTimer(BiFunction<Duration, Runnable, RuntimeScheduler.TaskHandle> scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Runs {@code expired} once the deadline has passed, on the scheduler's thread, where it must not block.
     *
     * @return cancels the action; may be called more than once
     */
    public Runnable schedule(Deadline deadline, Runnable expired) {
        TimerEntry entry = new TimerEntry(deadline, expired);
        entries.add(entry);
        scheduleScanWithin(deadline.remainingNanos());
        return () -> entries.remove(entry);
    }

    private void scheduleScanWithin(long nanos) {
        long wait = Math.min(Math.max(nanos, 0), NEVER / 2);
        long due = System.nanoTime() + wait;
        for (ScheduledScan before = nextScan.get(); due - before.due < 0; before = nextScan.get()) {
            ScheduledScan scan = new ScheduledScan(due);
            if (nextScan.compareAndSet(before, scan)) {
                before.cancel();
                scan.task = scheduler.apply(Duration.ofNanos(wait), this::scanDeadlines);
                if (nextScan.get() != scan) {
                    // Another thread replaced this scan before it had a task to cancel.
                    scan.cancel();
                }
                return;
            }
        }
    }

    @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // A concurrent set allows removal while iterating.
    private void scanDeadlines() {
        // Reset first: a deadline that is added from here on schedules its own scan. The cancelled scan is another one
        // than this if this one was replaced after it had started.
        nextScan.getAndSet(ScheduledScan.never()).cancel();
        long earliest = NEVER;
        for (TimerEntry entry : entries) {
            long remaining = entry.deadline.remainingNanos();
            if (remaining > 0) {
                earliest = Math.min(earliest, remaining);
            } else if (entries.remove(entry)) {
                runExpiredAction(entry);
            }
        }
        if (earliest < NEVER) {
            scheduleScanWithin(Math.max(earliest, MIN_WAIT_NANOS));
        }
    }

    private static void runExpiredAction(TimerEntry entry) {
        try {
            entry.expired.run();
        } catch (RuntimeException | Error e) {
            LOG.error("A timeout action failed; other deadlines are not affected", e);
        }
    }

    /**
     * A scheduled check of the entries, due at a value of {@link System#nanoTime}. It has no task until it is
     * scheduled.
     */
    private static final class ScheduledScan {
        private final long due;
        private volatile RuntimeScheduler.@Nullable TaskHandle task;

        ScheduledScan(long due) {
            this.due = due;
        }

        static ScheduledScan never() {
            return new ScheduledScan(System.nanoTime() + NEVER);
        }

        void cancel() {
            RuntimeScheduler.TaskHandle scheduled = task;
            if (scheduled != null) {
                scheduled.cancel();
            }
        }
    }

    private record TimerEntry(Deadline deadline, Runnable expired) {}
}
