package dev.tenon.server.internal.limit;

import dev.tenon.internal.concurrent.ConditionPoller;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the running requests and the pending responses; requests that have ended can still have a pending response.
 * Both counts are in one number, because several threads change them for each request.
 */
public final class RequestCounter {
    private static final long RUNNING = 1;
    private static final long PENDING_RESPONSE = 1L << Integer.SIZE;

    private final AtomicLong counts = new AtomicLong();

    /**
     * Counts a new request, which {@link #countCompleted} and {@link #countResponseSent} have to be called for later;
     * returns false if the maximum is reached.
     */
    public boolean tryBegin(int maxRequests) {
        if ((int) counts.addAndGet(RUNNING + PENDING_RESPONSE) > maxRequests) {
            undoBegin();
            return false;
        }
        return true;
    }

    /** Undoes {@link #tryBegin}. */
    public void undoBegin() {
        counts.addAndGet(-RUNNING - PENDING_RESPONSE);
    }

    public void countCompleted() {
        counts.addAndGet(-RUNNING);
    }

    /** Counts that the response of a request was sent, or that it gets none. */
    public void countResponseSent() {
        counts.addAndGet(-PENDING_RESPONSE);
    }

    public int runningCount() {
        return (int) counts.get();
    }

    /** Waits until all responses were sent, at most for the timeout. */
    public void awaitAllResponsesSent(Duration timeout) {
        ConditionPoller.await(() -> (counts.get() >> Integer.SIZE) == 0, timeout);
    }
}
