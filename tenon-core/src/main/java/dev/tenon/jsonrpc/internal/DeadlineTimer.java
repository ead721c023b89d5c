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
 * Runs an action when a {@link Deadline} has passed, wherever the deadline has been moved to meanwhile. All deadlines
 * of one runtime share one task of its scheduler, which is replaced only for a deadline earlier than all others: an
 * operation that ends in time wakes no thread. Safe for use by many threads.
 */
public final class DeadlineTimer {
    private static final Logger LOG = LoggerFactory.getLogger(DeadlineTimer.class);
    /** The shortest time between two looks at a paused deadline. */
    private static final long MIN_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** A time that never comes, in nanoseconds from now. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final BiFunction<Duration, Runnable, RuntimeScheduler.TaskHandle> scheduler;
    private final Set<TimerEntry> entries = ConcurrentHashMap.newKeySet();
    /** When the entries are looked at next. */
    private final AtomicReference<ScheduledScan> nextScan = new AtomicReference<>(ScheduledScan.never());

    /** A timer without entries; {@code scheduler} must live at least as long. */
    public DeadlineTimer(RuntimeScheduler scheduler) {
        this(scheduler::schedule);
    }

    DeadlineTimer(BiFunction<Duration, Runnable, RuntimeScheduler.TaskHandle> scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Runs {@code expired} once the deadline has passed, on the scheduler's thread, where it must not block.
     *
     * @return takes that back; may be called more than once
     */
    public Runnable schedule(Deadline deadline, Runnable expired) {
        TimerEntry entry = new TimerEntry(deadline, expired);
        entries.add(entry);
        scanNoLaterThan(deadline.remainingNanos());
        return () -> entries.remove(entry);
    }

    private void scanNoLaterThan(long nanos) {
        long wait = Math.min(Math.max(nanos, 0), NEVER / 2);
        long due = System.nanoTime() + wait;
        for (ScheduledScan before = nextScan.get(); due - before.due < 0; before = nextScan.get()) {
            ScheduledScan mine = new ScheduledScan(due);
            if (nextScan.compareAndSet(before, mine)) {
                before.cancel();
                mine.task = scheduler.apply(Duration.ofNanos(wait), this::expireDue);
                if (nextScan.get() != mine) {
                    // It was replaced before it had a task to cancel.
                    mine.cancel();
                }
                return;
            }
        }
    }

    @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // A concurrent set: an entry may go while it is looked at.
    private void expireDue() {
        // Set far away first: a deadline that is added from here on schedules its own look.
        // What is cancelled is another look than this one where this one was replaced when it had begun already.
        nextScan.getAndSet(ScheduledScan.never()).cancel();
        long least = NEVER;
        for (TimerEntry entry : entries) {
            long left = entry.deadline.remainingNanos();
            if (left > 0) {
                least = Math.min(least, left);
            } else if (entries.remove(entry)) {
                runExpired(entry);
            }
        }
        if (least < NEVER) {
            scanNoLaterThan(Math.max(least, MIN_WAIT_NANOS));
        }
    }

    private static void runExpired(TimerEntry entry) {
        try {
            entry.expired.run();
        } catch (RuntimeException | Error e) {
            LOG.error("An action at a deadline failed; the timer goes on", e);
        }
    }

    /** A look at the entries, due as {@link System#nanoTime} counts; without a task until it is scheduled. */
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
