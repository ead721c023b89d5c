package dev.tenon.servlet;

import dev.tenon.internal.buffer.MemoryBudget;
import java.time.Duration;

/**
 * The bounds that a servlet keeps besides those of the {@linkplain dev.tenon.server.Limits server} and those that the
 * container has itself, such as its connections and the size of headers. Start from {@link #DEFAULT}.
 *
 * @param bodyTimeout how long a request's body may take to come; beyond: the connection closes
 * @param maxBodyBytes what is kept of all bodies together that have not been handed to the server yet, those up to 4
 *     KiB not counted; by default a sixteenth of the largest heap, at most 128 MiB; beyond: 429
 * @param maxPendingBytes what waits in memory for clients that do not read, of all answers together; by default a
 *     sixteenth of the largest heap, at most 128 MiB; beyond: clients that have taken nothing for the longest time are
 *     cut off, with a log line
 * @param responseTimeout how long an answer that is complete may take to leave for a slow reader; then the connection
 *     closes
 */
public record ServletLimits(Duration bodyTimeout, long maxBodyBytes, long maxPendingBytes, Duration responseTimeout) {
    /** 30 seconds for a body, a sixteenth of the heap for bodies and one for what waits, 30 seconds for an answer. */
    public static final ServletLimits DEFAULT = new ServletLimits(
            Duration.ofSeconds(30), MemoryBudget.defaultLimit(), MemoryBudget.defaultLimit(), Duration.ofSeconds(30));

    public ServletLimits {
        if (Math.min(maxBodyBytes, maxPendingBytes) < 1
                || bodyTimeout.toMillis() < 1
                || responseTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("Every bound must be at least 1, or a millisecond");
        }
    }

    /** The same with another time for a body. */
    public ServletLimits withBodyTimeout(Duration changed) {
        return new ServletLimits(changed, maxBodyBytes, maxPendingBytes, responseTimeout);
    }

    /** The same with other room for bodies, in bytes. */
    public ServletLimits withMaxBodyBytes(long changed) {
        return new ServletLimits(bodyTimeout, changed, maxPendingBytes, responseTimeout);
    }

    /** The same with other room for what waits for clients that do not read, in bytes. */
    public ServletLimits withMaxPendingBytes(long changed) {
        return new ServletLimits(bodyTimeout, maxBodyBytes, changed, responseTimeout);
    }

    /** The same with another time for an answer. */
    public ServletLimits withResponseTimeout(Duration changed) {
        return new ServletLimits(bodyTimeout, maxBodyBytes, maxPendingBytes, changed);
    }
}
