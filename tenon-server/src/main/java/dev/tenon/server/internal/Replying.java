package dev.tenon.server.internal;

import dev.tenon.transport.HandlerThreads;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * Replies on their way to a reader who may not read. Their requests are no longer in flight, but each costs memory until it has
 * been handed over: while there are too many, no further request is taken in.
 */
final class Replying {
    private final IntSupplier count;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isFewer = lock.newCondition();
    private volatile boolean waiting;

    Replying(IntSupplier count, int most) {
        this.count = count;
        this.most = most;
    }

    /** One of them has been handed over. */
    void fewer() {
        if (waiting) {
            lock.lock();
            try {
                isFewer.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits while there are too many, but no longer than that. For the one thread that takes requests in. */
    void await(Duration longest) {
        if (count.getAsInt() <= most) {
            return;
        }
        long left = longest.toNanos();
        HandlerThreads.letGo();
        lock.lock();
        try {
            waiting = true;
            while (count.getAsInt() > most && left > 0) {
                left = isFewer.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waiting = false;
            lock.unlock();
        }
    }
}
