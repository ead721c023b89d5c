package dev.tenon.jsonrpc.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Until when a call waits. News of its progress can move it, and it stands still while a person is asked something, but
 * never beyond a hard stop. Safe for use by many threads.
 */
public final class Deadline {
    private final long start = System.nanoTime();
    private final long timeoutNanos;
    private final long hardLimitNanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long due;

    @GuardedBy("lock") private int pauses;

    @GuardedBy("lock") private long pausedAt;

    private Deadline(Duration patience, Duration hardStop) {
        this.timeoutNanos = patience.toNanos();
        this.hardLimitNanos = hardStop.toNanos();
        this.due = Math.min(this.timeoutNanos, this.hardLimitNanos);
    }

    /** So long from now, whatever happens. */
    public static Deadline after(Duration time) {
        return new Deadline(time, time);
    }

    /** So long from now, and from every {@link #extend} on; but not later than the hard stop, which counts from now. */
    public static Deadline extendable(Duration patience, Duration hardStop) {
        return new Deadline(patience, hardStop);
    }

    /** Starts the patience anew. */
    public void extend() {
        lock.lock();
        try {
            pausedAt = elapsedNanos();
            due = Math.min(pausedAt + timeoutNanos, hardLimitNanos);
        } finally {
            lock.unlock();
        }
    }

    /** From here on no patience is lost, until {@link #resume} has been called as often as this. */
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

    /** The end of one {@link #pause}. */
    public void resume() {
        lock.lock();
        try {
            if (pauses == 0) {
                throw new IllegalStateException("This deadline does not stand still");
            }
            due = currentDue();
            pausedAt = elapsedNanos();
            pauses--;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private long currentDue() {
        return pauses == 0 ? due : Math.min(due + elapsedNanos() - pausedAt, hardLimitNanos);
    }

    /** What is left, in nanoseconds; zero or less when the time is up. */
    public long remainingNanos() {
        lock.lock();
        try {
            return currentDue() - elapsedNanos();
        } finally {
            lock.unlock();
        }
    }

    /** How long it has run, in nanoseconds, pauses included. */
    public long elapsedNanos() {
        return System.nanoTime() - start;
    }
}
