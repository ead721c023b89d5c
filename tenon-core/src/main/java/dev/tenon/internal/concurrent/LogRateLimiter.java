package dev.tenon.internal.concurrent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Bounds how often something is logged that a peer can cause: at most so many times in a span of time. What is left out
 * is counted, and the next entry can say how much it was. Safe for use by many threads.
 */
public final class LogRateLimiter {
    private final long maxEntries;
    private final long span;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long spanStartedAt;

    @GuardedBy("lock") private long admitted;

    @GuardedBy("lock") private long suppressed;

    /** A limit of {@code most} entries in each {@code span}. */
    public LogRateLimiter(long most, Duration span) {
        this(most, span, System::nanoTime);
    }

    /** A limit that goes by this clock, in nanoseconds. */
    public LogRateLimiter(long most, Duration span, LongSupplier nanoTime) {
        this.maxEntries = most;
        this.span = span.toNanos();
        this.nanoTime = nanoTime;
        this.spanStartedAt = nanoTime.getAsLong();
    }

    /**
     * Whether to log now: -1 when this entry is to be left out; else how many were left out since the last that was
     * not.
     */
    public long tryAdmit() {
        return tryAdmit(1);
    }

    /**
     * Like {@link #tryAdmit()}, for an entry that counts as {@code size} of the {@code most} of a span. Where one does
     * not fit, no more are admitted in that span.
     */
    public long tryAdmit(long size) {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            if (now - spanStartedAt >= span) {
                spanStartedAt = now;
                admitted = 0;
            }
            if (admitted + size > maxEntries) {
                admitted = maxEntries;
                suppressed++;
                return -1;
            }
            admitted += size;
            long told = suppressed;
            suppressed = 0;
            return told;
        } finally {
            lock.unlock();
        }
    }
}
