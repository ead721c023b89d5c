package dev.tenon.internal.concurrent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Closes something once, whichever threads ask for it: the second thread waits until the first has closed it, and then
 * does nothing. Safe for use by many threads.
 */
public final class IdempotentCloser {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private boolean closed;

    /** Nothing is closed yet. */
    public IdempotentCloser() {}

    /**
     * Runs this on the calling thread, unless an action was run before. What it throws is thrown, and it is not run
     * again.
     */
    public void close(Runnable action) {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                action.run();
            }
        } finally {
            lock.unlock();
        }
    }
}
