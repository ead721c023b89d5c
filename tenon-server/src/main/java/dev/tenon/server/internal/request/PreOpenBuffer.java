package dev.tenon.server.internal.request;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.concurrent.ConditionPoller;
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
public final class PreOpenBuffer<T> {
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Queue<T> buffer = new ArrayDeque<>();
    /** Written with the lock; read without it, so that it costs nothing once everything is open. */
    private volatile boolean buffering;

    public PreOpenBuffer(int most) {
        this.capacity = most;
    }

    /** Keeps messages from now on, until {@link #drainTo}. */
    public void startBuffering() {
        lock.lock();
        try {
            buffering = true;
        } finally {
            lock.unlock();
        }
    }

    public boolean isBuffering() {
        return buffering;
    }

    /** Keeps a message; false when none is kept now, or there are too many. */
    public boolean tryBuffer(T message) {
        if (!buffering) {
            return false;
        }
        lock.lock();
        try {
            return buffering && buffer.size() < capacity && buffer.add(message);
        } finally {
            lock.unlock();
        }
    }

    /** Hands on what was kept, in order, and keeps nothing more. */
    public void drainTo(Consumer<T> to) {
        for (T message = poll(); message != null; message = poll()) {
            to.accept(message);
        }
    }

    private @Nullable T poll() {
        lock.lock();
        try {
            T message = buffer.poll();
            buffering = message != null;
            return message;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing is kept any more, but no longer than that. */
    public void awaitDrained(Duration longest) {
        ConditionPoller.await(() -> !buffering, longest);
    }
}
