package dev.tenon.server;

import java.util.Map;

/**
 * Numbers of what is going on in a server.
 *
 * @param sessions sessions alive
 * @param requests requests in flight
 * @param requestBytes the bytes of requests in flight that {@link Limits#requestBytes} counts
 * @param subscriptions subscription streams and subscribed resources
 * @param openStreams HTTP answers that are open streams
 * @param droppedResponses answers of clients that nobody had asked for, since the start
 * @param limitsReached how often each bound was met since the start; every bound is in it
 */
public record ServerStatus(
        int sessions,
        int requests,
        long requestBytes,
        int subscriptions,
        int openStreams,
        long droppedResponses,
        Map<LimitType, Long> limitsReached) {
    public ServerStatus {
        limitsReached = Map.copyOf(limitsReached);
    }
}
