package dev.tenon.servlet;

import dev.tenon.transport.MemoryBudget;
import java.time.Duration;

/**
 * The bounds that a servlet keeps besides those of the {@linkplain dev.tenon.server.Limits server} and those that the
 * container has itself, such as its connections and the size of headers. Start from {@link #DEFAULT}.
 *
 * @param bodyTime how long a request's body may take to come; beyond: the connection closes
 * @param bodyBytes what is kept of all bodies together that have not been handed to the server yet, those up to 4 KiB not counted;
 *     by default a sixteenth of the largest heap, at most 128 MiB; beyond: 429
 * @param waitingBytes what waits in memory for clients that do not read, of all answers together; by default a sixteenth of the
 *     largest heap, at most 128 MiB; beyond: clients that have taken nothing for the longest time are cut off, with a log line
 * @param answerTime how long an answer that is complete may take to leave for a slow reader; then the connection closes
 */
public record ServletBounds(Duration bodyTime, long bodyBytes, long waitingBytes, Duration answerTime) {
    /** 30 seconds for a body, a sixteenth of the heap for bodies and one for what waits, 30 seconds for an answer. */
    public static final ServletBounds DEFAULT = new ServletBounds(
            Duration.ofSeconds(30), MemoryBudget.defaultLimit(), MemoryBudget.defaultLimit(), Duration.ofSeconds(30));

    public ServletBounds {
        if (Math.min(bodyBytes, waitingBytes) < 1 || bodyTime.toMillis() < 1 || answerTime.toMillis() < 1) {
            throw new IllegalArgumentException("Every bound must be at least 1, or a millisecond");
        }
    }

    /** The same with another time for a body. */
    public ServletBounds withBodyTime(Duration changed) {
        return new ServletBounds(changed, bodyBytes, waitingBytes, answerTime);
    }

    /** The same with other room for bodies, in bytes. */
    public ServletBounds withBodyBytes(long changed) {
        return new ServletBounds(bodyTime, changed, waitingBytes, answerTime);
    }

    /** The same with other room for what waits for clients that do not read, in bytes. */
    public ServletBounds withWaitingBytes(long changed) {
        return new ServletBounds(bodyTime, bodyBytes, changed, answerTime);
    }

    /** The same with another time for an answer. */
    public ServletBounds withAnswerTime(Duration changed) {
        return new ServletBounds(bodyTime, bodyBytes, waitingBytes, changed);
    }
}
