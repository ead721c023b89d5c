package dev.tenon.guard.internal.concurrent;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the users of something that can be retired: then no more come, and with the last one that is there it ends.
 */
public final class UsageCounter {
    private static final int RETIRED = 1 << 30;

    private final AtomicInteger users = new AtomicInteger();
    private volatile Runnable end = () -> {};

    /** A count of zero. */
    public UsageCounter() {}

    /** Counts one more user; false when it is retired. */
    public boolean tryAcquire() {
        return users.getAndUpdate(now -> now >= RETIRED ? now : now + 1) < RETIRED;
    }

    /** Counts one less. */
    public void release() {
        if (users.decrementAndGet() == RETIRED) {
            end.run();
        }
    }

    /** No more users come; {@code whenUnused} is run once, when none is there. Retiring it again changes nothing. */
    public void retire(Runnable whenUnused) {
        end = whenUnused;
        if (users.getAndUpdate(now -> now | RETIRED) == 0) {
            whenUnused.run();
        }
    }

    /** Retires what is counted when it has no use; returns whether it did. */
    public boolean retireIfUnused() {
        return users.compareAndSet(0, RETIRED);
    }
}
