package dev.tenon.conformance.neighbour;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long calls took, each from the moment at which it was due: a call that waits for the one before it counts as
 * slow.
 */
final class Latencies {
    private final long[] nanos;
    private final AtomicInteger count = new AtomicInteger();

    Latencies(int most) {
        nanos = new long[most];
    }

    void add(long tookNanos) {
        nanos[count.getAndIncrement()] = tookNanos;
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
