package dev.tenon.jsonrpc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Until when a call waits. News of its progress can move it, and it stands still while a person is asked something, but never
 * beyond a hard stop. Safe for use by many threads.
 */
public final class Deadline {
    private final long start = System.nanoTime();
    private final long patience;
    private final long hardStop;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private long due;

    @GuardedBy("lock") private int pauses;

    @GuardedBy("lock") private long pausedAt;

    private Deadline(Duration patience, Duration hardStop) {
        this.patience = patience.toNanos();
        this.hardStop = hardStop.toNanos();
        this.due = Math.min(this.patience, this.hardStop);
    }

    /** So long from now, whatever happens. */
    public static Deadline in(Duration time) {
        return new Deadline(time, time);
    }

    /** So long from now, and from every {@link #move} on; but not later than the hard stop, which counts from now. */
    public static Deadline movable(Duration patience, Duration hardStop) {
        return new Deadline(patience, hardStop);
    }

    /** Starts the patience anew. */
    public void move() {
        lock.lock();
        try {
            pausedAt = elapsed();
            due = Math.min(pausedAt + patience, hardStop);
        } finally {
            lock.unlock();
        }
    }

    /** From here on no patience is lost, until {@link #resume} has been called as often as this. */
    public void pause() {
        lock.lock();
        try {
            if (pauses++ == 0) {
                pausedAt = elapsed();
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
            due = dueNow();
            pausedAt = elapsed();
            pauses--;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private long dueNow() {
        return pauses == 0 ? due : Math.min(due + elapsed() - pausedAt, hardStop);
    }

    /** What is left, in nanoseconds; zero or less when the time is up. */
    public long left() {
        lock.lock();
        try {
            return dueNow() - elapsed();
        } finally {
            lock.unlock();
        }
    }

    /** How long it has run, in nanoseconds, pauses included. */
    public long elapsed() {
        return System.nanoTime() - start;
    }
}
