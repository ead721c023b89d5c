package dev.tenon.bench.load;

import java.util.Arrays;

/** The durations of many calls, in nanoseconds. */
public final class CallTimings {
    private static final double MICRO = 1e3;
    private static final int INITIAL_CAPACITY = 1 << 16;

    private long[] nanos = new long[INITIAL_CAPACITY];
    private int count;
    private boolean sorted;

    /** Adds the duration of a call. */
    public void add(long time) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = time;
        sorted = false;
    }

    /** Returns the number of calls. */
    public int count() {
        return count;
    }

    /** Returns the percentile for this share of the calls, in microseconds. */
    public double percentile(double share) {
        if (!sorted) {
            Arrays.sort(nanos, 0, count);
            sorted = true;
        }
        return nanos[(int) Math.min(count - 1L, Math.round(share * count))] / MICRO;
    }
}
