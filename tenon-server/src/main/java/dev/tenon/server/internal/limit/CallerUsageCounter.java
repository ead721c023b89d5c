package dev.tenon.server.internal.limit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of one bound each caller has taken. Few callers that have nothing of it are kept. Safe for use by many
 * threads.
 */
public final class CallerUsageCounter {
    /**
     * A counter at zero is removed only when there are more counters than this, because most callers come again soon.
     */
    private static final int MAX_IDLE_COUNTERS = 1000;

    /** A counter that is not used any more, and leaves the map. */
    private static final long REMOVED = Long.MIN_VALUE;

    /** Counters are changed without the map's locks: with each request, by all threads, and often for one caller. */
    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();

    /** Returns the half of a bound, rounded up: what one caller may take of it where nothing else is said. */
    public static long halfOf(long bound) {
        return (bound + 1) / 2;
    }

    /** Takes {@code count} for the caller, unless that makes more than {@code most}. */
    public boolean tryAcquire(String caller, long count, long most) {
        if (count > most) {
            return false;
        }
        while (true) {
            AtomicLong counter = counterOf(caller);
            long before = counter.get();
            if (before == REMOVED) {
                counters.remove(caller, counter);
            } else if (before + count > most) {
                return false;
            } else if (counter.compareAndSet(before, before + count)) {
                return true;
            }
        }
    }

    private AtomicLong counterOf(String caller) {
        AtomicLong known = counters.get(caller);
        return known == null ? counters.computeIfAbsent(caller, key -> new AtomicLong()) : known;
    }

    /** Returns how much the caller has taken. */
    long acquired(String caller) {
        AtomicLong counter = counters.get(caller);
        return counter == null ? 0 : Math.max(0, counter.get());
    }

    public void release(String caller, long count) {
        AtomicLong counter = counters.get(caller);
        if (counter != null
                && counter.addAndGet(-count) == 0
                && counters.size() > MAX_IDLE_COUNTERS
                && counter.compareAndSet(0, REMOVED)) {
            counters.remove(caller, counter);
        }
    }
}
