package dev.tenon.server.internal.limit;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many requests run, and how many replies are still on their way: those of the ones that run, and of others that
 * have ended. Both in one number, as several threads change them with each request.
 */
public final class RequestCounter {
    private static final long RUNNING = 1;
    private static final long PENDING_RESPONSE = 1L << Integer.SIZE;

    private final AtomicLong both = new AtomicLong();

    /**
     * Counts a request in, which is to be counted out by {@link #countCompleted} and {@link #countResponseSent}; false
     * when so many run already.
     */
    public boolean tryBegin(int most) {
        if ((int) both.addAndGet(RUNNING + PENDING_RESPONSE) > most) {
            undoBegin();
            return false;
        }
        return true;
    }

    /** A request that had begun is not to be counted after all. */
    public void undoBegin() {
        both.addAndGet(-RUNNING - PENDING_RESPONSE);
    }

    public void countCompleted() {
        both.addAndGet(-RUNNING);
    }

    /** Its reply has been handed over, or there will be none. */
    public void countResponseSent() {
        both.addAndGet(-PENDING_RESPONSE);
    }

    public int runningCount() {
        return (int) both.get();
    }

    public int pendingResponseCount() {
        return (int) (both.get() >> Integer.SIZE);
    }
}
