package dev.tenon.server;

import java.util.Map;

/**
 * Current counts of a server.
 *
 * @param sessions open sessions
 * @param requests requests in flight
 * @param requestBytes bytes of the requests in flight that {@link Limits#requestBytes} counts
 * @param subscriptions subscription streams and subscribed resources
 * @param openStreams HTTP responses that are open streams
 * @param droppedResponses responses of clients without a matching request, since the start
 * @param limitCounts how often each limit was reached since the start; contains all limit types
 */
public record ServerStatus(
        int sessions,
        int requests,
        long requestBytes,
        int subscriptions,
        int openStreams,
        long droppedResponses,
        Map<LimitType, Long> limitCounts) {
    public ServerStatus {
        limitCounts = Map.copyOf(limitCounts);
    }
}
