package dev.tenon.jsonrpc.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The deadline of a call. Progress extends it, and it is paused while a user is asked for input, but it never exceeds a
 * hard limit. Thread-safe.
 */
public final class Deadline {
    private final long start = System.nanoTime();
    private final long timeoutNanos;
    private final long hardLimitNanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long due;

    @GuardedBy("lock") private int pauses;

    @GuardedBy("lock") private long pausedAt;

    private Deadline(Duration timeout, Duration hardLimit) {
        this.timeoutNanos = timeout.toNanos();
        this.hardLimitNanos = hardLimit.toNanos();
        this.due = Math.min(this.timeoutNanos, this.hardLimitNanos);
    }

    /** Creates a fixed deadline. */
    public static Deadline after(Duration timeout) {
        return new Deadline(timeout, timeout);
    }

    /**
     * Creates a deadline that each {@link #extend} moves to {@code timeout} from then, but never beyond
     * {@code hardLimit} from now.
     */
    public static Deadline extendable(Duration timeout, Duration hardLimit) {
        return new Deadline(timeout, hardLimit);
    }

    /** Restarts the timeout. */
    public void extend() {
        lock.lock();
        try {
            pausedAt = elapsedNanos();
            due = Math.min(pausedAt + timeoutNanos, hardLimitNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Pauses the timeout until {@link #resume} has been called as often as this method. */
    public void pause() {
        lock.lock();
        try {
            if (pauses++ == 0) {
                pausedAt = elapsedNanos();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends one {@link #pause}.
     *
     * @throws IllegalStateException if the deadline is not paused
     */
    public void resume() {
        lock.lock();
        try {
            if (pauses == 0) {
                throw new IllegalStateException("resume() called without a matching pause()");
            }
            due = computeDueWithPause();
            pausedAt = elapsedNanos();
            pauses--;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private long computeDueWithPause() {
        return pauses == 0 ? due : Math.min(due + elapsedNanos() - pausedAt, hardLimitNanos);
    }

    /** Returns the remaining time in nanoseconds; zero or less if the deadline has passed. */
    public long remainingNanos() {
        lock.lock();
        try {
            return computeDueWithPause() - elapsedNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the nanoseconds since creation, including pauses. */
    public long elapsedNanos() {
        return System.nanoTime() - start;
    }
}
