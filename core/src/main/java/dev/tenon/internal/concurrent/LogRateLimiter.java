package dev.tenon.internal.concurrent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Limits how often an event that a peer can cause is logged: at most a number of entries in each period. Suppressed
 * entries are counted, so that the next entry can report their number. Thread-safe.
 */
public final class LogRateLimiter {
    private final long maxEntries;
    private final long span;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long spanStartedAt;

    @GuardedBy("lock") private long admitted;

    @GuardedBy("lock") private long suppressed;

    /** Creates a limiter of {@code maxEntries} entries in each {@code span}. */
    public LogRateLimiter(long maxEntries, Duration span) {
        this(maxEntries, span, System::nanoTime);
    }

    /** Creates a limiter with a custom clock in nanoseconds. */
    public LogRateLimiter(long maxEntries, Duration span, LongSupplier nanoTime) {
        this.maxEntries = maxEntries;
        this.span = span.toNanos();
        this.nanoTime = nanoTime;
        this.spanStartedAt = nanoTime.getAsLong();
    }

    /**
     * Decides whether to log an entry.
     *
     * @return -1 if the entry must be suppressed; otherwise the number of entries suppressed since the last admitted
     *     one
     */
    public long admitAndTakeSuppressed() {
        return admitAndTakeSuppressed(1);
    }

    /**
     * Like {@link #admitAndTakeSuppressed()}, for an entry that counts as {@code size} entries. If it exceeds the
     * limit, no further entries are admitted in that period.
     */
    public long admitAndTakeSuppressed(long size) {
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
            long skipped = suppressed;
            suppressed = 0;
            return skipped;
        } finally {
            lock.unlock();
        }
    }
}
