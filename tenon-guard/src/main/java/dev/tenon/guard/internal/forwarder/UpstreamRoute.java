package dev.tenon.guard.internal.forwarder;

import dev.tenon.json.Json;

/**
 * Where one request goes.
 *
 * @param release gives back what the route uses; run when the request is over, or when the route is not taken
 */
public record UpstreamRoute(UpstreamConnection upstream, Runnable release, CallStarter starter) {
    /** Forwards the request. */
    @FunctionalInterface
    public interface CallStarter {
        /**
         * Forwards it without waiting for the answer.
         *
         * @param params those that may pass
         * @param completion told the outcome
         * @throws Exception when it is not forwarded; then the completion is not told
         */
        void start(Json params, InterceptedCall crossing, CallPipeline completion) throws Exception;
    }
}
