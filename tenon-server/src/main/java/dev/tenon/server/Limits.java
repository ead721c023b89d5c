package dev.tenon.server;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.json.JsonLimits;
import java.time.Duration;
import java.util.stream.IntStream;

/**
 * Every bound that a server keeps, and what happens at it. Start from {@link #DEFAULT} and change what you must:
 * {@code Limits.DEFAULT.change().requestTime(Duration.ofMinutes(5)).build()}.
 *
 * @param json bounds of one message; beyond them: -32600, over HTTP 413 for the size
 * @param batchMessages messages in one batch, where batches exist; beyond: -32600 for the whole batch
 * @param requestsPerSession requests of one session or connection in flight at once; beyond: error 429
 * @param requestsPerProcess requests of the whole server in flight at once, of which one caller may have the half
 *     (rounded up); callers are told apart as for {@code sessionsPerCaller}; beyond: error 429
 * @param requestBytes the params of all requests of the server in flight together, in bytes, those up to 4 KiB not
 *     counted; by default a sixteenth of the largest heap, at most 128 MiB; beyond: error 429
 * @param requestTimeout how long a request may take; progress starts it anew; beyond: a tool error, or -32603
 * @param maxRequestDuration how long a request may take whatever its progress
 * @param clientInputTimeout how long a handler waits for the client's answer to a question, on a session
 * @param sessions sessions alive at once; beyond: error 429, HTTP status 429
 * @param sessionsPerCaller sessions alive at once of one principal or, without authentication, of one address (IPv6: of
 *     one network of 64 bits); beyond: the caller's session that was idle for the longest time ends, or error 429 when
 *     none is idle
 * @param clientInfoBytes what one client says of itself, {@code clientInfo} and {@code capabilities} together, in
 *     bytes; beyond: -32602
 * @param sessionBytes what the clients of all sessions say of themselves, in bytes, of which one caller may take a
 *     quarter; by default a sixteenth of the largest heap, at most 128 MiB; beyond: as for {@code sessionsPerCaller}
 * @param sessionIdleTimeout how long a session lives without a request; then it is unknown: 404
 * @param subscriptions subscription streams and subscribed resources of the whole server, of which one caller may have
 *     the half (rounded up); beyond: error 429
 * @param uriChars a URI to which a client subscribes, in characters; beyond: -32602
 * @param queue what may wait for one slow reader; beyond: that reader is closed
 * @param replayEvents what is kept of one session for a client that resumes a broken stream; the oldest go first
 * @param replayBytes what is kept of all sessions for that, in bytes, of which one caller may have the half (rounded
 *     up); by default a sixteenth of the largest heap, at most 128 MiB; beyond: the oldest of the session that needs
 *     more go earlier
 * @param pageSize items on one page of a list
 * @param stateLifetime how long a {@code requestState} is good for; beyond: -32602
 * @param stateBytes the largest {@code requestState}; beyond: -32602
 */
public record Limits(
        JsonLimits json,
        int batchMessages,
        int requestsPerSession,
        int requestsPerProcess,
        long requestBytes,
        Duration requestTimeout,
        Duration maxRequestDuration,
        Duration clientInputTimeout,
        int sessions,
        int sessionsPerCaller,
        int clientInfoBytes,
        long sessionBytes,
        Duration sessionIdleTimeout,
        int subscriptions,
        int uriChars,
        QueueLimits queue,
        QueueLimits replayEvents,
        long replayBytes,
        int pageSize,
        Duration stateLifetime,
        int stateBytes) {

    /** The defaults; the table in {@code docs/errors.md} lists them. */
    public static final Limits DEFAULT = new Limits(
            JsonLimits.DEFAULT,
            100,
            64,
            1024,
            MemoryBudget.defaultLimit(),
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            Duration.ofMinutes(5),
            10_000,
            1000,
            32 << 10,
            MemoryBudget.defaultLimit(),
            Duration.ofMinutes(30),
            1000,
            2048,
            new QueueLimits(256, 1 << 20, Duration.ofSeconds(10)),
            new QueueLimits(256, 1 << 20, Duration.ofMinutes(5)),
            MemoryBudget.defaultLimit(),
            200,
            Duration.ofMinutes(15),
            256 << 10);

    public Limits {
        IntStream counts = IntStream.of(
                batchMessages,
                requestsPerSession,
                requestsPerProcess,
                sessions,
                sessionsPerCaller,
                clientInfoBytes,
                subscriptions,
                uriChars,
                pageSize,
                stateBytes);
        if (counts.anyMatch(limit -> limit < 1) || Math.min(requestBytes, Math.min(sessionBytes, replayBytes)) < 1) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
    }

    /**
     * A bound on messages that wait.
     *
     * @param messages how many
     * @param bytes their size together; one message is always taken, whatever its size
     * @param time of {@code queue}: how long nothing may leave while something waits; of {@code events}: how long an
     *     event is kept
     */
    public record QueueLimits(int messages, int bytes, Duration time) {
        public QueueLimits {
            if (messages < 1 || bytes < 1 || time.isNegative()) {
                throw new IllegalArgumentException("A queue holds at least one message of at least one byte");
            }
        }
    }

    /** A builder that starts from these limits. */
    public LimitsBuilder toBuilder() {
        return new LimitsBuilder(this);
    }
}
