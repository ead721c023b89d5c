package dev.tenon.bench.load;

import java.util.Arrays;

/** The times of many calls, in nanoseconds. */
public final class CallTimings {
    private static final double MICRO = 1e3;
    private static final int FIRST_ROOM = 1 << 16;

    private long[] nanos = new long[FIRST_ROOM];
    private int count;
    private boolean sorted;

    /** One more. */
    public void add(long time) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = time;
        sorted = false;
    }

    /** How many. */
    public int count() {
        return count;
    }

    /** The time that this share of the calls did not need, in microseconds. */
    public double percentile(double share) {
        if (!sorted) {
            Arrays.sort(nanos, 0, count);
            sorted = true;
        }
        return nanos[(int) Math.min(count - 1L, Math.round(share * count))] / MICRO;
    }
}
