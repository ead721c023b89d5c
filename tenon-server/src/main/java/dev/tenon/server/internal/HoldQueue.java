package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.Polling;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps messages that come before something is open, in order and within a bound, and hands them on when it is.
 *
 * @param <T> a message, or what is to be done with it
 */
final class HoldQueue<T> {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Queue<T> held = new ArrayDeque<>();
    /** Written with the lock; read without it, so that it costs nothing once everything is open. */
    private volatile boolean holding;

    HoldQueue(int most) {
        this.most = most;
    }

    /** Keeps messages from now on, until {@link #release}. */
    void begin() {
        lock.lock();
        try {
            holding = true;
        } finally {
            lock.unlock();
        }
    }

    boolean isHolding() {
        return holding;
    }

    /** Keeps a message; false when none is kept now, or there are too many. */
    boolean keeps(T message) {
        if (!holding) {
            return false;
        }
        lock.lock();
        try {
            return holding && held.size() < most && held.add(message);
        } finally {
            lock.unlock();
        }
    }

    /** Hands on what was kept, in order, and keeps nothing more. */
    void release(Consumer<T> to) {
        for (T message = next(); message != null; message = next()) {
            to.accept(message);
        }
    }

    private @Nullable T next() {
        lock.lock();
        try {
            T message = held.poll();
            holding = message != null;
            return message;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing is kept any more, but no longer than that. */
    void awaitReleased(Duration longest) {
        Polling.await(() -> !holding, longest);
    }
}
