package dev.tenon.bench;

import java.util.Arrays;

/** The times of many calls, in nanoseconds. */
final class Calls {
    private static final double MICRO = 1e3;

    private final long[] nanos;
    private int count;

    Calls(int most) {
        nanos = new long[most];
    }

    void add(long time) {
        nanos[count++] = time;
    }

    int count() {
        return count;
    }

    /** The time that this share of the calls did not need, in microseconds. */
    double percentile(double share) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1L, Math.round(share * count))] / MICRO;
    }
}
