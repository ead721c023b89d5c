package dev.tenon.jsonrpc;

import dev.tenon.concurrent.RuntimeScheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an action when a {@link Deadline} has passed, wherever the deadline has been moved to meanwhile. All deadlines of one runtime
 * share one task of its scheduler, which is scheduled anew only for a deadline earlier than all others: an operation that ends in
 * time wakes no thread. Safe for use by many threads.
 */
public final class DeadlineTimer {
    private static final Logger LOG = LoggerFactory.getLogger(DeadlineTimer.class);
    /** The shortest time between two looks at a paused deadline. */
    private static final long LEAST_WAIT = TimeUnit.MILLISECONDS.toNanos(1);
    /** A time that never comes, in nanoseconds from now. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final RuntimeScheduler scheduler;
    private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
    /** When the entries are looked at next, as {@link System#nanoTime} counts. */
    private final AtomicLong next = new AtomicLong(System.nanoTime() + NEVER);

    /** A timer without entries; {@code scheduler} must live at least as long. */
    public DeadlineTimer(RuntimeScheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Runs {@code expired} once the deadline has passed, on the scheduler's thread, where it must not block.
     *
     * @return takes that back; may be called more than once
     */
    public Runnable watch(Deadline deadline, Runnable expired) {
        Entry entry = new Entry(deadline, expired);
        entries.add(entry);
        lookAfter(deadline.left());
        return () -> entries.remove(entry);
    }

    private void lookAfter(long nanos) {
        long wait = Math.min(Math.max(nanos, 0), NEVER / 2);
        long due = System.nanoTime() + wait;
        long before = next.getAndAccumulate(due, (scheduled, mine) -> mine - scheduled < 0 ? mine : scheduled);
        if (due - before < 0) {
            var unused = scheduler.schedule(Duration.ofNanos(wait), this::look);
        }
    }

    @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // A concurrent set: an entry may go while it is looked at.
    private void look() {
        // Set far away first: a deadline that is added from here on schedules its own look.
        next.set(System.nanoTime() + NEVER);
        long least = NEVER;
        for (Entry entry : entries) {
            long left = entry.deadline.left();
            if (left > 0) {
                least = Math.min(least, left);
            } else if (entries.remove(entry)) {
                expire(entry);
            }
        }
        if (least < NEVER) {
            lookAfter(Math.max(least, LEAST_WAIT));
        }
    }

    private static void expire(Entry entry) {
        try {
            entry.expired.run();
        } catch (RuntimeException | Error e) {
            LOG.error("An action at a deadline failed; the timer goes on", e);
        }
    }

    private record Entry(Deadline deadline, Runnable expired) {}
}
