package dev.tenon.jsonrpc;

import java.time.Duration;

/** Until when a call waits. News of its progress can move it, but never beyond a hard stop. Safe for use by many threads. */
public final class Deadline {
    private final long start = System.nanoTime();
    private final long patience;
    private final long hardStop;
    private volatile long due;

    private Deadline(Duration patience, Duration hardStop) {
        this.patience = patience.toNanos();
        this.hardStop = hardStop.toNanos();
        this.due = Math.min(this.patience, this.hardStop);
    }

    /** So long from now, whatever happens. */
    public static Deadline in(Duration time) {
        return new Deadline(time, time);
    }

    /** So long from now, and from every {@link #move} on; but not later than the hard stop, which counts from now. */
    public static Deadline movable(Duration patience, Duration hardStop) {
        return new Deadline(patience, hardStop);
    }

    /** Starts the patience anew. */
    public void move() {
        due = Math.min(elapsed() + patience, hardStop);
    }

    /** What is left, in nanoseconds; zero or less when the time is up. */
    public long left() {
        return due - elapsed();
    }

    /** How long it has run, in nanoseconds. */
    public long elapsed() {
        return System.nanoTime() - start;
    }
}
