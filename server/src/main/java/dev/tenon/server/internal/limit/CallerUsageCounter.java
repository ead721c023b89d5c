package dev.tenon.server.internal.limit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts how much of one limit each caller uses. Thread-safe. */
public final class CallerUsageCounter {
    /**
     * Above this number of counters, counters at zero are removed; below, they are kept, because most callers return
     * soon.
     */
    private static final int MAX_IDLE_COUNTERS = 1000;

    /** Value of a counter that is being removed from the map. */
    private static final long REMOVED = Long.MIN_VALUE;

    /**
     * Counters are changed without the locks of the map: all threads change them for each request, and often for the
     * same caller.
     */
    private final Map<String, AtomicLong> counters = new ConcurrentHashMap<>();

    /** Returns half of a limit, rounded up: the default share of one caller. */
    public static long halfOf(long limit) {
        return limit / 2 + limit % 2;
    }

    /** Adds {@code count} to the usage of the caller, unless it would then exceed {@code max}. */
    public boolean tryAcquire(String caller, long count, long max) {
        if (count > max) {
            return false;
        }
        while (true) {
            AtomicLong known = counters.get(caller);
            AtomicLong counter = known == null ? counters.computeIfAbsent(caller, key -> new AtomicLong()) : known;
            long before = counter.get();
            if (before == REMOVED) {
                counters.remove(caller, counter);
            } else if (before + count > max) {
                return false;
            } else if (counter.compareAndSet(before, before + count)) {
                return true;
            }
        }
    }

    /** Returns the usage of the caller. */
    long usageOf(String caller) {
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
