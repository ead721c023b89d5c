package dev.tenon.server.internal.request;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.concurrent.ExecutionContext;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a handler tells of its progress and its doings: one after the other, no progress backwards, and not too much of
 * it: so much at once, and so much a second after that.
 */
public final class NotificationRateLimiter {
    private static final int BURST = 256;
    private static final double PER_NANO = 100 / 1e9;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private double lastProgress = Double.NEGATIVE_INFINITY;

    @GuardedBy("lock") private double tokens = BURST;

    @GuardedBy("lock") private long filledAt = System.nanoTime();

    /** Tells of progress, unless as much was told before. */
    public void sendProgress(double progress, Runnable tell) {
        if (!tryLock()) {
            return;
        }
        try {
            if (progress > lastProgress && tryAcquireToken()) {
                lastProgress = progress;
                tell.run();
            }
        } finally {
            lock.unlock();
        }
    }

    public void sendLog(Runnable tell) {
        if (!tryLock()) {
            return;
        }
        try {
            if (tryAcquireToken()) {
                tell.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the lock; false where the thread must not wait for it, as another thread may wait for the client meanwhile.
     */
    private boolean tryLock() {
        if (!ExecutionContext.current().canBlock()) {
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
