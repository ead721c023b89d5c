package dev.tenon.http.embedded;

import dev.tenon.json.RecordCopier;
import dev.tenon.transport.MemoryBudget;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The bounds that the embedded HTTP server keeps besides those of the {@linkplain dev.tenon.server.Limits server}. Start
 * from {@link #DEFAULT}.
 *
 * @param connections connections open at once; one more is closed at once, with a log line
 * @param headerBytes the headers of one request together; beyond: 431, and the connection closes
 * @param bodyTime how long a request's body may take from its head to its last byte, and a message over WebSocket from the first byte
 *     to the last; beyond: the connection closes
 * @param bodyBytes what is kept of all bodies together that have not been handed to the server yet, those up to 4 KiB not counted;
 *     by default a sixteenth of the largest heap, at most 128 MiB; beyond: 429. Messages over WebSocket count as bodies until they have
 *     been parsed; beyond: the WebSocket closes with 1013 (try again later)
 * @param waitingBytes what waits in memory for peers that do not read, of all connections together: answers that have not left, and
 *     requests that came before they did; by default a sixteenth of the largest heap, at most 128 MiB. Beyond: those who have read
 *     nothing for the longest time are cut off, with a log line. Each event loop has an equal part of it
 * @param idle how long a connection may wait for a request, or for the rest of its head; then it closes
 * @param answerTime how long an answer that is complete may take to leave for a slow reader; then the connection closes
 * @param streamsPerConnection HTTP/2: requests open at once on one connection
 * @param ping WebSocket: how often a quiet connection is asked whether it is still there; silent for twice as long, it closes
 */
public record HttpBounds(
        int connections,
        int headerBytes,
        Duration bodyTime,
        long bodyBytes,
        long waitingBytes,
        Duration idle,
        Duration answerTime,
        int streamsPerConnection,
        Duration ping) {
    /**
     * 20,000 connections, 32 KiB of headers, 30 seconds for a body, a sixteenth of the heap for bodies and for what waits, 60 seconds idle, 30 seconds for an
     * answer, 256 streams, a ping every 30 seconds.
     */
    public static final HttpBounds DEFAULT = new HttpBounds(
            20_000,
            32 << 10,
            Duration.ofSeconds(30),
            MemoryBudget.defaultLimit(),
            MemoryBudget.defaultLimit(),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            256,
            Duration.ofSeconds(30));

    public HttpBounds {
        if (connections < 1 || headerBytes < 1 || bodyBytes < 1 || waitingBytes < 1 || streamsPerConnection < 1) {
            throw new IllegalArgumentException("Every bound must be at least 1");
        }
        if (Stream.of(bodyTime, idle, answerTime, ping).anyMatch(time -> time.toMillis() < 1)) {
            throw new IllegalArgumentException("Every time must be at least a millisecond");
        }
    }

    public HttpBounds withConnections(int changed) {
        return RecordCopier.with(this, "connections", changed);
    }

    public HttpBounds withHeaderBytes(int changed) {
        return RecordCopier.with(this, "headerBytes", changed);
    }

    public HttpBounds withBodyTime(Duration changed) {
        return RecordCopier.with(this, "bodyTime", changed);
    }

    public HttpBounds withBodyBytes(long changed) {
        return RecordCopier.with(this, "bodyBytes", changed);
    }

    public HttpBounds withWaitingBytes(long changed) {
        return RecordCopier.with(this, "waitingBytes", changed);
    }

    public HttpBounds withIdle(Duration changed) {
        return RecordCopier.with(this, "idle", changed);
    }

    public HttpBounds withAnswerTime(Duration changed) {
        return RecordCopier.with(this, "answerTime", changed);
    }

    public HttpBounds withStreamsPerConnection(int changed) {
        return RecordCopier.with(this, "streamsPerConnection", changed);
    }

    public HttpBounds withPing(Duration changed) {
        return RecordCopier.with(this, "ping", changed);
    }
}
