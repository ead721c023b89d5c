package dev.tenon.server.internal;

import dev.tenon.server.Bound;
import java.util.concurrent.atomic.AtomicLong;

/** Bounds what the event stores of all sessions keep together, in bytes; one caller may have the half. Safe for use by many threads. */
final class EventBudget {
    private final long limit;
    private final BoundCounters counters;
    private final CallerCounts shares = new CallerCounts();
    private final AtomicLong all = new AtomicLong();

    EventBudget(long limit, BoundCounters counters) {
        this.limit = limit;
        this.counters = counters;
    }

    /** Takes room for an event; where there is none, counts the bound and returns false. */
    boolean tryTake(String caller, int bytes) {
        if (shares.tryTake(caller, bytes, CallerCounts.half(limit))) {
            if (all.addAndGet(bytes) <= limit) {
                return true;
            }
            giveBack(caller, bytes);
        }
        counters.met(Bound.EVENT_BYTES);
        return false;
    }

    void giveBack(String caller, long bytes) {
        shares.giveBack(caller, bytes);
        all.addAndGet(-bytes);
    }
}
