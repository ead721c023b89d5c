package dev.tenon.guard.internal.concurrent;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the users of a resource that can be retired: it then accepts no new users, and an action runs when the last
 * user releases it.
 */
public final class UsageCounter {
    private static final int RETIRED = 1 << 30;

    private final AtomicInteger users = new AtomicInteger();
    private volatile Runnable onUnused = () -> {};

    /** Adds a user; returns false if the resource is retired. */
    public boolean tryAcquire() {
        return users.getAndUpdate(now -> now >= RETIRED ? now : now + 1) < RETIRED;
    }

    /** Removes a user. */
    public void release() {
        if (users.decrementAndGet() == RETIRED) {
            onUnused.run();
        }
    }

    /** Rejects new users and runs {@code whenUnused} once there are none. Retiring again does not run it twice. */
    public void retire(Runnable whenUnused) {
        onUnused = whenUnused;
        if (users.getAndUpdate(now -> now | RETIRED) == 0) {
            whenUnused.run();
        }
    }

    /** Retires the resource if it has no users; returns whether it did. */
    public boolean retireIfUnused() {
        return users.compareAndSet(0, RETIRED);
    }
}
