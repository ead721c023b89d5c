package dev.tenon.server.internal;

import dev.tenon.transport.HandlerThreads;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Replies on their way to a reader who may not read. Their requests are no longer in flight, but each costs memory until it has
 * been handed over: while there are too many, no further request is taken in.
 */
final class Replying {
    private final int most;
    private final AtomicInteger count = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fewer = lock.newCondition();
    private volatile boolean waiting;

    Replying(int most) {
        this.most = most;
    }

    void begin() {
        count.incrementAndGet();
    }

    void end() {
        count.decrementAndGet();
        if (waiting) {
            lock.lock();
            try {
                fewer.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits while there are too many, but no longer than that. For the one thread that takes requests in. */
    void await(Duration longest) {
        if (count.get() <= most) {
            return;
        }
        long left = longest.toNanos();
        HandlerThreads.letGo();
        lock.lock();
        try {
            waiting = true;
            while (count.get() > most && left > 0) {
                left = fewer.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waiting = false;
            lock.unlock();
        }
    }
}
