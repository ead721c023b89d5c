package dev.tenon.http.embedded;

import java.util.Map;

/**
 * Numbers of what is going on in an embedded HTTP server.
 *
 * @param activeRequests requests that have come and are not answered yet, or whose answers have not left
 * @param bodyBytes the bytes of bodies that {@link HttpServerLimits#maxBodyBytes} counts
 * @param pendingBytes the bytes that {@link HttpServerLimits#maxPendingBytes} counts
 * @param boundsMet how often each bound was met since the start, by the names in {@code docs/errors.md}; every bound is
 *     in it
 */
public record HttpServerStatus(int activeRequests, long bodyBytes, long pendingBytes, Map<String, Long> boundsMet) {
    public HttpServerStatus {
        boundsMet = Map.copyOf(boundsMet);
    }
}
