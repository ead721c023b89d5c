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
 * Buffers messages that arrive before a session or stream is open, in order and up to a limit, and delivers them when
 * it is.
 *
 * @param <T> a message, or an action for it
 */
public final class PreOpenBuffer<T> {
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Queue<T> buffer = new ArrayDeque<>();
    /** Written with the lock; read without it, so that the check is cheap once everything is open. */
    private volatile boolean buffering;

    public PreOpenBuffer(int capacity) {
        this.capacity = capacity;
    }

    /** Starts to buffer messages, until {@link #drainTo}. */
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

    /** Buffers a message; returns false if nothing is buffered now or the buffer is full. */
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

    /** Delivers the buffered messages in order, and stops buffering. */
    public void drainTo(Consumer<T> consumer) {
        for (T message = pollOrStopBuffering(); message != null; message = pollOrStopBuffering()) {
            consumer.accept(message);
        }
    }

    private @Nullable T pollOrStopBuffering() {
        lock.lock();
        try {
            T message = buffer.poll();
            buffering = message != null;
            return message;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the buffer was drained, at most for the timeout. */
    public void awaitDrained(Duration timeout) {
        ConditionPoller.await(() -> !buffering, timeout);
    }
}
