package dev.tenon.server.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How much of one bound each caller has taken. A caller that has nothing of it is not kept. Safe for use by many threads. */
final class CallerCounts {
    private final Map<String, Long> taken = new ConcurrentHashMap<>();

    /** Returns the half of a bound, rounded up: what one caller may take of it where nothing else is said. */
    static long half(long bound) {
        return (bound + 1) / 2;
    }

    /** Takes {@code count} for the caller, unless that makes more than {@code most}. */
    boolean tryTake(String caller, long count, long most) {
        boolean fits = taken.merge(caller, count, Long::sum) <= most;
        if (!fits) {
            giveBack(caller, count);
        }
        return fits;
    }

    void giveBack(String caller, long count) {
        taken.computeIfPresent(caller, (key, all) -> all == count ? null : all - count);
    }
}
