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

    /** Takes room for an event; false where there is none. */
    boolean tryTake(String caller, int bytes) {
        if (shares.tryTake(caller, bytes, CallerCounts.half(limit))) {
            if (all.addAndGet(bytes) <= limit) {
                return true;
            }
            giveBack(caller, bytes);
        }
        return false;
    }

    /** Whether {@code more} bytes fit now; a negative number stands for bytes that are given back. */
    boolean hasRoom(String caller, long more) {
        return shares.taken(caller) + more <= CallerCounts.half(limit) && all.get() + more <= limit;
    }

    /** Counts that there was no room for an event. */
    void met() {
        counters.met(Bound.EVENT_BYTES);
    }

    void giveBack(String caller, long bytes) {
        shares.giveBack(caller, bytes);
        all.addAndGet(-bytes);
    }
}
