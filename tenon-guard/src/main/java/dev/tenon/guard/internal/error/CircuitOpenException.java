package dev.tenon.guard.internal.error;

import dev.tenon.client.error.ConnectionFailedException;

/** The server behind has failed so often that it is not tried now. */
public final class CircuitOpenException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    private final long seconds;

    /** One that says how often it has failed, and in how many seconds it is tried again; 0 when that goes on now. */
    public CircuitOpenException(int failures, long seconds) {
        super("The server behind this guard cannot be reached: that failed " + failures + " times in a row, and is "
                + (seconds == 0
                        ? "tried again now"
                        : "tried again in " + seconds + (seconds == 1 ? " second" : " seconds")));
        this.seconds = seconds;
    }

    /** How long to wait before asking again is of use. */
    public long retryAfterSeconds() {
        return Math.max(1, seconds);
    }
}
