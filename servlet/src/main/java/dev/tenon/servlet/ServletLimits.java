package dev.tenon.servlet;

import dev.tenon.internal.buffer.MemoryBudget;
import java.time.Duration;

/**
 * The limits of a servlet, in addition to those of the {@linkplain dev.tenon.server.Limits server} and those of the
 * container itself, such as connections and header sizes. Start from {@link #DEFAULT}.
 *
 * @param bodyTimeout how long a request body may take to arrive; then the connection is closed
 * @param maxBodyBytes total size of all bodies that the server has not processed yet, except those up to 4 KiB; by
 *     default a sixteenth of the maximum heap, at most 128 MiB; beyond it the servlet responds with 429
 * @param maxPendingBytes total size of all responses that are kept for clients that do not read; by default a sixteenth
 *     of the maximum heap, at most 128 MiB; beyond it the clients that have not read for the longest time are
 *     disconnected and logged
 * @param responseTimeout how long sending a complete response to a slow client may take; then the connection is closed
 */
public record ServletLimits(Duration bodyTimeout, long maxBodyBytes, long maxPendingBytes, Duration responseTimeout) {
    /**
     * 30 seconds for a body, a sixteenth of the heap each for bodies and for pending responses, 30 seconds for a
     * response.
     */
    public static final ServletLimits DEFAULT = new ServletLimits(
            Duration.ofSeconds(30), MemoryBudget.defaultLimit(), MemoryBudget.defaultLimit(), Duration.ofSeconds(30));

    public ServletLimits {
        if (Math.min(maxBodyBytes, maxPendingBytes) < 1
                || bodyTimeout.toMillis() < 1
                || responseTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1, every timeout at least 1 ms");
        }
    }

    /** Returns these limits with another timeout for bodies. */
    public ServletLimits withBodyTimeout(Duration changed) {
        return new ServletLimits(changed, maxBodyBytes, maxPendingBytes, responseTimeout);
    }

    /** Returns these limits with another total size of bodies, in bytes. */
    public ServletLimits withMaxBodyBytes(long changed) {
        return new ServletLimits(bodyTimeout, changed, maxPendingBytes, responseTimeout);
    }

    /** Returns these limits with another total size of pending responses, in bytes. */
    public ServletLimits withMaxPendingBytes(long changed) {
        return new ServletLimits(bodyTimeout, maxBodyBytes, changed, responseTimeout);
    }

    /** Returns these limits with another timeout for sending a response. */
    public ServletLimits withResponseTimeout(Duration changed) {
        return new ServletLimits(bodyTimeout, maxBodyBytes, maxPendingBytes, changed);
    }
}
