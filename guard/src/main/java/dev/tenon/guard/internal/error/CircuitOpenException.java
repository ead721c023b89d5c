package dev.tenon.guard.internal.error;

import dev.tenon.client.error.ConnectionFailedException;

/** The circuit breaker is open: the upstream server failed repeatedly, and the guard does not try it now. */
public final class CircuitOpenException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    private final long seconds;

    /**
     * Creates an exception for this number of consecutive failures and the seconds to the next attempt; 0 if an attempt
     * is in progress.
     */
    public CircuitOpenException(int failures, long seconds) {
        super("The upstream server cannot be reached: " + failures + " consecutive failures; "
                + (seconds == 0
                        ? "a retry is in progress"
                        : "next retry in " + seconds + (seconds == 1 ? " second" : " seconds")));
        this.seconds = seconds;
    }

    /** Returns the seconds after which a client should retry; at least 1. */
    public long retryAfterSeconds() {
        return Math.max(1, seconds);
    }
}
