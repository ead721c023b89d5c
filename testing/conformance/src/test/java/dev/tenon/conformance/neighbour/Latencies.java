package dev.tenon.conformance.neighbour;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The latencies of calls, measured from the time at which each was due, so that a call that waits for the previous one
 * counts as slow.
 */
final class Latencies {
    private final long[] nanos;
    private final AtomicInteger count = new AtomicInteger();

    Latencies(int capacity) {
        nanos = new long[capacity];
    }

    void add(long elapsedNanos) {
        nanos[count.getAndIncrement()] = elapsedNanos;
    }

    int count() {
        return count.get();
    }

    Duration percentile(double share) {
        long[] sorted = Arrays.copyOf(nanos, count());
        Arrays.sort(sorted);
        return Duration.ofNanos(sorted[(int) Math.min(sorted.length - 1, Math.ceil(sorted.length * share))]);
    }

    @Override
    public String toString() {
        return count() + " calls, p50 " + percentile(0.5).toMillis() + " ms, p99 "
                + percentile(0.99).toMillis() + " ms, longest " + percentile(1).toMillis() + " ms";
    }
}
