package dev.tenon.guard.internal.forwarder;

import dev.tenon.json.Json;

/**
 * The route of one request.
 *
 * @param release releases the connection; runs when the request is complete, or when the route is not used
 */
public record UpstreamRoute(UpstreamConnection upstream, Runnable release, CallStarter starter) {
    /** Forwards the request. */
    @FunctionalInterface
    public interface CallStarter {
        /**
         * Forwards the request without waiting for the response.
         *
         * @param params the params that passed the policies
         * @param pipeline receives the outcome
         * @throws Exception if the request is not forwarded; {@code pipeline} then receives nothing
         */
        void start(Json params, CallPipeline pipeline) throws Exception;
    }
}
