package dev.tenon.server.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How much of one bound each caller has taken. Few callers that have nothing of it are kept. Safe for use by many threads. */
final class CallerCounts {
    /** A counter at zero is removed only when there are more counters than this, because most callers come again soon. */
    private static final int KEPT = 1000;

    /** A counter that is not used any more, and leaves the map. */
    private static final long REMOVED = Long.MIN_VALUE;

    /** Counters are changed without the map's locks: with each request, by all threads, and often for one caller. */
    private final Map<String, AtomicLong> taken = new ConcurrentHashMap<>();

    /** Returns the half of a bound, rounded up: what one caller may take of it where nothing else is said. */
    static long half(long bound) {
        return (bound + 1) / 2;
    }

    /** Takes {@code count} for the caller, unless that makes more than {@code most}. */
    boolean tryTake(String caller, long count, long most) {
        if (count > most) {
            return false;
        }
        while (true) {
            AtomicLong counter = counterOf(caller);
            long before = counter.get();
            if (before == REMOVED) {
                taken.remove(caller, counter);
            } else if (before + count > most) {
                return false;
            } else if (counter.compareAndSet(before, before + count)) {
                return true;
            }
        }
    }

    private AtomicLong counterOf(String caller) {
        AtomicLong known = taken.get(caller);
        return known == null ? taken.computeIfAbsent(caller, key -> new AtomicLong()) : known;
    }

    /** Returns how much the caller has taken. */
    long taken(String caller) {
        AtomicLong counter = taken.get(caller);
        return counter == null ? 0 : Math.max(0, counter.get());
    }

    void giveBack(String caller, long count) {
        AtomicLong counter = taken.get(caller);
        if (counter != null
                && counter.addAndGet(-count) == 0
                && taken.size() > KEPT
                && counter.compareAndSet(0, REMOVED)) {
            taken.remove(caller, counter);
        }
    }
}
