package dev.tenon.server.internal;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many requests run, and how many replies are still on their way: those of the ones that run, and of others that have ended. Both
 * in one number, as several threads change them with each request.
 */
final class Tally {
    private static final long RUNNING = 1;
    private static final long UNSETTLED = 1L << Integer.SIZE;

    private final AtomicLong both = new AtomicLong();

    /** Counts a request in, which is to be counted out by {@link #ended} and {@link #settled}; false when so many run already. */
    boolean began(int most) {
        if ((int) both.addAndGet(RUNNING + UNSETTLED) > most) {
            withdrawn();
            return false;
        }
        return true;
    }

    /** A request that had begun is not to be counted after all. */
    void withdrawn() {
        both.addAndGet(-RUNNING - UNSETTLED);
    }

    void ended() {
        both.addAndGet(-RUNNING);
    }

    /** Its reply has been handed over, or there will be none. */
    void settled() {
        both.addAndGet(-UNSETTLED);
    }

    int running() {
        return (int) both.get();
    }

    int unsettled() {
        return (int) (both.get() >> Integer.SIZE);
    }
}
