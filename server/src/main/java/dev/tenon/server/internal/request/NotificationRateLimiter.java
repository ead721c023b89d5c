package dev.tenon.server.internal.request;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the rate of progress and log notifications of a handler, sends them one at a time, and drops progress that
 * does not increase. Allows a burst, and a number per second after it.
 */
public final class NotificationRateLimiter {
    private static final int BURST = 256;
    private static final double PER_NANO = 100 / 1e9;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private double lastProgress = Double.NEGATIVE_INFINITY;

    @GuardedBy("lock") private double tokens = BURST;

    @GuardedBy("lock") private long filledAt = System.nanoTime();

    /** Sends progress, unless it does not increase. */
    public void sendProgress(double progress, Runnable sender) {
        if (!lockOrTryIfNonBlocking()) {
            return;
        }
        try {
            if (progress > lastProgress && tryAcquireToken()) {
                lastProgress = progress;
                sender.run();
            }
        } finally {
            lock.unlock();
        }
    }

    public void sendLog(Runnable sender) {
        if (!lockOrTryIfNonBlocking()) {
            return;
        }
        try {
            if (tryAcquireToken()) {
                sender.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Acquires the lock; returns false if the thread must not block, because another thread may hold the lock while it
     * waits for the client.
     */
    private boolean lockOrTryIfNonBlocking() {
        if (!ThreadBlockingContext.current().canBlock()) {
            return lock.tryLock();
        }
        lock.lock();
        return true;
    }

    @GuardedBy("lock") private boolean tryAcquireToken() {
        long now = System.nanoTime();
        tokens = Math.min(BURST, tokens + (now - filledAt) * PER_NANO);
        filledAt = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
