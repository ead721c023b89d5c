package dev.tenon.server.internal.limit;

import dev.tenon.server.LimitType;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the total size of the events that all sessions store for resumption, in bytes (limit: replayBytes); one caller
 * may use half of it. Thread-safe.
 */
public final class EventMemoryBudget {
    private final long limit;
    private final LimitHitCounters counters;
    private final CallerUsageCounter usageByCaller = new CallerUsageCounter();
    private final AtomicLong total = new AtomicLong();

    public EventMemoryBudget(long limit, LimitHitCounters counters) {
        this.limit = limit;
        this.counters = counters;
    }

    /** Reserves memory for an event; returns false if there is none. */
    public boolean tryAcquire(String caller, int bytes) {
        if (usageByCaller.tryAcquire(caller, bytes, CallerUsageCounter.halfOf(limit))) {
            if (total.addAndGet(bytes) <= limit) {
                return true;
            }
            release(caller, bytes);
        }
        return false;
    }

    /** Returns whether {@code more} bytes would fit now; a negative number stands for bytes that are released. */
    public boolean hasCapacity(String caller, long more) {
        return usageByCaller.usageOf(caller) + more <= CallerUsageCounter.halfOf(limit) && total.get() + more <= limit;
    }

    /** Counts that there was no memory for an event. */
    public void countExhausted() {
        counters.increment(LimitType.EVENT_BYTES);
    }

    public void release(String caller, long bytes) {
        usageByCaller.release(caller, bytes);
        total.addAndGet(-bytes);
    }
}
