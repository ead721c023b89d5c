package dev.tenon.server.internal;

import java.util.concurrent.locks.ReentrantLock;

/** What a handler tells of its progress and its doings: one after the other, not too much of it, and no progress backwards. */
final class News {
    private static final int BURST = 256;
    private static final int PER_SECOND = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Throttle throttle = new Throttle(BURST, PER_SECOND);
    private double lastProgress = Double.NEGATIVE_INFINITY;

    /** Tells of progress, unless as much was told before. */
    void progress(double progress, Runnable tell) {
        lock.lock();
        try {
            if (progress > lastProgress && throttle.pass()) {
                lastProgress = progress;
                tell.run();
            }
        } finally {
            lock.unlock();
        }
    }

    void log(Runnable tell) {
        lock.lock();
        try {
            if (throttle.pass()) {
                tell.run();
            }
        } finally {
            lock.unlock();
        }
    }
}
