package dev.tenon.internal.concurrent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs a close action once. Concurrent callers wait until the first one has finished, and then do nothing. Thread-safe.
 */
public final class IdempotentCloser {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private boolean closed;

    /**
     * Runs the action on the calling thread, unless an action was run before. An exception of the action is passed on,
     * and the action is not run again.
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
