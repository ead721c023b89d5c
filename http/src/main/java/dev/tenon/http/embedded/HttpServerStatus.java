package dev.tenon.http.embedded;

import java.util.Map;

/**
 * A snapshot of the counters of an embedded HTTP server.
 *
 * @param activeRequests requests whose responses have not been sent completely
 * @param bodyBytes the bytes of bodies that count towards {@link HttpServerLimits#maxBodyBytes}
 * @param pendingBytes the bytes that count towards {@link HttpServerLimits#maxPendingBytes}
 * @param limitCounts how often each limit was reached since the start, by the names in {@code docs/errors.md};
 *     contains every limit
 */
public record HttpServerStatus(int activeRequests, long bodyBytes, long pendingBytes, Map<String, Long> limitCounts) {
    public HttpServerStatus {
        limitCounts = Map.copyOf(limitCounts);
    }
}
