package dev.tenon.guard.internal;

import dev.tenon.json.Json;

/**
 * Where one request goes.
 *
 * @param leave gives back what the route uses; run when the request is over, or when the route is not taken
 */
record UpstreamRoute(Upstream upstream, Runnable leave, Starter starter) {
    /** Forwards the request. */
    @FunctionalInterface
    interface Starter {
        /**
         * Forwards it without waiting for the answer.
         *
         * @param params those that may pass
         * @param completion told the outcome
         * @throws Exception when it is not forwarded; then the completion is not told
         */
        void begin(Json params, Crossing crossing, FilteredCall completion) throws Exception;
    }
}
