package dev.tenon.http.embedded;

import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.reflect.RecordCopier;
import java.time.Duration;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The limits of the embedded HTTP server, in addition to those of the {@linkplain dev.tenon.server.Limits server}.
 * Start from {@link #DEFAULT}.
 *
 * @param maxConnections open connections; further ones are closed at once and logged
 * @param maxHeaderBytes size of all headers of a request; beyond it the server responds with 431 and closes the
 *     connection
 * @param bodyTimeout how long a request body may take from its head to its last byte, and a WebSocket message from the
 *     first byte to the last; then the connection is closed
 * @param maxBodyBytes total size of all bodies that the server has not processed yet, except those up to 4 KiB; by
 *     default a sixteenth of the maximum heap, at most 128 MiB. Beyond it the server responds with 429. WebSocket
 *     messages count until they have been parsed; beyond the limit the WebSocket is closed with 1013 (try again later)
 * @param maxPendingBytes total size of the data that is kept for clients that do not read: responses that have not been
 *     sent, and requests received before that; by default a sixteenth of the maximum heap, at most 128 MiB. Beyond it
 *     the clients that have not read for the longest time are disconnected and logged. Each event loop has an equal
 *     share
 * @param idleTimeout how long a connection may wait for a request, or for the rest of its head; then it is closed
 * @param responseTimeout how long sending a complete response to a slow client may take; then the connection is closed
 * @param maxStreamsPerConnection HTTP/2: concurrent requests on one connection
 * @param pingInterval WebSocket: the server pings a connection that has been quiet for half of this time; after twice
 *     this time without a frame it is closed
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
     * 20,000 connections, 32 KiB of headers, 30 seconds for a body, a sixteenth of the heap each for bodies and for
     * pending data, 60 seconds idle, 30 seconds for a response, 256 streams, a ping interval of 30 seconds.
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
        if (LongStream.of(maxConnections, maxHeaderBytes, maxBodyBytes, maxPendingBytes, maxStreamsPerConnection)
                .anyMatch(limit -> limit < 1)) {
            throw new IllegalArgumentException("Every limit must be at least 1");
        }
        if (Stream.of(bodyTimeout, idleTimeout, responseTimeout, pingInterval).anyMatch(time -> time.toMillis() < 1)) {
            throw new IllegalArgumentException("Every timeout must be at least 1 ms");
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
