package dev.tenon.server.internal.limit;

import dev.tenon.server.LimitType;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what the event stores of all sessions keep together, in bytes; one caller may have the half. Safe for use by
 * many threads.
 */
public final class EventMemoryBudget {
    private final long limit;
    private final LimitCounters counters;
    private final CallerUsageCounter shares = new CallerUsageCounter();
    private final AtomicLong all = new AtomicLong();

    public EventMemoryBudget(long limit, LimitCounters counters) {
        this.limit = limit;
        this.counters = counters;
    }

    /** Takes room for an event; false where there is none. */
    public boolean tryAcquire(String caller, int bytes) {
        if (shares.tryAcquire(caller, bytes, CallerUsageCounter.halfOf(limit))) {
            if (all.addAndGet(bytes) <= limit) {
                return true;
            }
            release(caller, bytes);
        }
        return false;
    }

    /** Whether {@code more} bytes fit now; a negative number stands for bytes that are given back. */
    public boolean hasCapacity(String caller, long more) {
        return shares.acquired(caller) + more <= CallerUsageCounter.halfOf(limit) && all.get() + more <= limit;
    }

    /** Counts that there was no room for an event. */
    public void countExhausted() {
        counters.count(LimitType.EVENT_BYTES);
    }

    public void release(String caller, long bytes) {
        shares.release(caller, bytes);
        all.addAndGet(-bytes);
    }
}
