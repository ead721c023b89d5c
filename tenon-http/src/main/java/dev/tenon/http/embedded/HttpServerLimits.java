package dev.tenon.http.embedded;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.reflect.RecordCopier;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The bounds that the embedded HTTP server keeps besides those of the {@linkplain dev.tenon.server.Limits server}.
 * Start from {@link #DEFAULT}.
 *
 * @param maxConnections connections open at once; one more is closed at once, with a log line
 * @param maxHeaderBytes the headers of one request together; beyond: 431, and the connection closes
 * @param bodyTimeout how long a request's body may take from its head to its last byte, and a message over WebSocket
 *     from the first byte to the last; beyond: the connection closes
 * @param maxBodyBytes what is kept of all bodies together that have not been handed to the server yet, those up to 4
 *     KiB not counted; by default a sixteenth of the largest heap, at most 128 MiB; beyond: 429. Messages over
 *     WebSocket count as bodies until they have been parsed; beyond: the WebSocket closes with 1013 (try again later)
 * @param maxPendingBytes what waits in memory for peers that do not read, of all connections together: answers that
 *     have not left, and requests that came before they did; by default a sixteenth of the largest heap, at most 128
 *     MiB. Beyond: those who have read nothing for the longest time are cut off, with a log line. Each event loop has
 *     an equal part of it
 * @param idleTimeout how long a connection may wait for a request, or for the rest of its head; then it closes
 * @param responseTimeout how long an answer that is complete may take to leave for a slow reader; then the connection
 *     closes
 * @param maxStreamsPerConnection HTTP/2: requests open at once on one connection
 * @param pingInterval WebSocket: how often a quiet connection is asked whether it is still there; silent for twice as
 *     long, it closes
 */
public record HttpServerLimits(
        int maxConnections,
        int maxHeaderBytes,
        Duration bodyTimeout,
        long maxBodyBytes,
        long maxPendingBytes,
        Duration idleTimeout,
        Duration responseTimeout,
        int maxStreamsPerConnection,
        Duration pingInterval) {
    /**
     * 20,000 connections, 32 KiB of headers, 30 seconds for a body, a sixteenth of the heap for bodies and for what
     * waits, 60 seconds idle, 30 seconds for an answer, 256 streams, a ping every 30 seconds.
     */
    public static final HttpServerLimits DEFAULT = new HttpServerLimits(
            20_000,
            32 << 10,
            Duration.ofSeconds(30),
            MemoryBudget.defaultLimit(),
            MemoryBudget.defaultLimit(),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            256,
            Duration.ofSeconds(30));

    public HttpServerLimits {
        if (maxConnections < 1
                || maxHeaderBytes < 1
                || maxBodyBytes < 1
                || maxPendingBytes < 1
                || maxStreamsPerConnection < 1) {
            throw new IllegalArgumentException("Every bound must be at least 1");
        }
        if (Stream.of(bodyTimeout, idleTimeout, responseTimeout, pingInterval).anyMatch(time -> time.toMillis() < 1)) {
            throw new IllegalArgumentException("Every time must be at least a millisecond");
        }
    }

    public HttpServerLimits withMaxConnections(int changed) {
        return RecordCopier.copyWith(this, "maxConnections", changed);
    }

    public HttpServerLimits withMaxHeaderBytes(int changed) {
        return RecordCopier.copyWith(this, "maxHeaderBytes", changed);
    }

    public HttpServerLimits withBodyTimeout(Duration changed) {
        return RecordCopier.copyWith(this, "bodyTimeout", changed);
    }

    public HttpServerLimits withMaxBodyBytes(long changed) {
        return RecordCopier.copyWith(this, "maxBodyBytes", changed);
    }

    public HttpServerLimits withMaxPendingBytes(long changed) {
        return RecordCopier.copyWith(this, "maxPendingBytes", changed);
    }

    public HttpServerLimits withIdleTimeout(Duration changed) {
        return RecordCopier.copyWith(this, "idleTimeout", changed);
    }

    public HttpServerLimits withResponseTimeout(Duration changed) {
        return RecordCopier.copyWith(this, "responseTimeout", changed);
    }

    public HttpServerLimits withMaxStreamsPerConnection(int changed) {
        return RecordCopier.copyWith(this, "maxStreamsPerConnection", changed);
    }

    public HttpServerLimits withPingInterval(Duration changed) {
        return RecordCopier.copyWith(this, "pingInterval", changed);
    }
}
