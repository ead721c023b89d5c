package dev.tenon.concurrent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Bounds how often something is logged that a peer can cause: at most so many times in a span of time. What is left out is counted, and
 * the next entry can say how much it was. Safe for use by many threads.
 */
public final class LogLimit {
    private final long most;
    private final long span;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long begun;

    @GuardedBy("lock") private long admitted;

    @GuardedBy("lock") private long leftOut;

    /** A limit of {@code most} entries in each {@code span}. */
    public LogLimit(long most, Duration span) {
        this(most, span, System::nanoTime);
    }

    /** A limit that goes by this clock, in nanoseconds. */
    public LogLimit(long most, Duration span, LongSupplier nanoTime) {
        this.most = most;
        this.span = span.toNanos();
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    /** Whether to log now: -1 when this entry is to be left out; else how many were left out since the last that was not. */
    public long admit() {
        return admit(1);
    }

    /**
     * Like {@link #admit()}, for an entry that counts as {@code size} of the {@code most} of a span. Where one does not fit, no more are
     * admitted in that span.
     */
    public long admit(long size) {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            if (now - begun >= span) {
                begun = now;
                admitted = 0;
            }
            if (admitted + size > most) {
                admitted = most;
                leftOut++;
                return -1;
            }
            admitted += size;
            long told = leftOut;
            leftOut = 0;
            return told;
        } finally {
            lock.unlock();
        }
    }
}
