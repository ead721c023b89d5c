package dev.tenon.http.embedded;

import java.util.Map;

/**
 * Numbers of what is going on in an embedded HTTP server.
 *
 * @param requests requests that have come and are not answered yet, or whose answers have not left
 * @param bodyBytes the bytes of bodies that {@link HttpBounds#bodyBytes} counts
 * @param waitingBytes the bytes that {@link HttpBounds#waitingBytes} counts
 * @param boundsMet how often each bound was met since the start, by the names in {@code docs/errors.md}; every bound is in it
 */
public record HttpStatus(int requests, long bodyBytes, long waitingBytes, Map<String, Long> boundsMet) {
    public HttpStatus {
        boundsMet = Map.copyOf(boundsMet);
    }
}
