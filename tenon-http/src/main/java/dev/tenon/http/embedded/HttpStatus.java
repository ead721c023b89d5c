package dev.tenon.http.embedded;

import java.util.Map;

/**
 * Numbers of what is going on in an embedded HTTP server.
 *
 * @param requests requests that have come and are not answered yet, or whose answers have not left
 * @param bodyBytes the bytes of bodies that {@link HttpBounds#bodyBytes} counts
 * @param refusedBodies how often a body was refused because of that bound, since the start
 * @param waitingBytes the bytes that {@link HttpBounds#waitingBytes} counts
 * @param pausedReads how often a connection was not read from, because its peer did not read or its earlier input waited, since the
 *     start
 * @param cutAnswers how often an answer or a connection was cut off because of {@link HttpBounds#waitingBytes}, since the start
 * @param refusedConnections connections that were closed at once because of {@link HttpBounds#connections}, since the start
 * @param largeHeads requests that were refused because of {@link HttpBounds#headerBytes}, over HTTP/1.1, since the start
 * @param slowSenders connections that were closed because a request did not come in its time ({@link HttpBounds#idle} for its head,
 *     {@link HttpBounds#bodyTime} for its body), or a WebSocket was silent ({@link HttpBounds#ping}), since the start
 * @param slowReaders connections that were closed because of {@link HttpBounds#answerTime}, since the start
 * @param resetFloods HTTP/2 connections that were closed because their clients reset more than 200 streams in 30 seconds, since the
 *     start
 */
public record HttpStatus(
        int requests,
        long bodyBytes,
        long refusedBodies,
        long waitingBytes,
        long pausedReads,
        long cutAnswers,
        long refusedConnections,
        long largeHeads,
        long slowSenders,
        long slowReaders,
        long resetFloods) {
    /** Returns how often each bound was met since the start, by the names in {@code docs/errors.md}. */
    public Map<String, Long> boundsMet() {
        return Map.of(
                "connections", refusedConnections,
                "header_bytes", largeHeads,
                "body_bytes", refusedBodies,
                "waiting_bytes", cutAnswers,
                "paused_reads", pausedReads,
                "slow_senders", slowSenders,
                "slow_readers", slowReaders,
                "reset_floods", resetFloods);
    }
}
