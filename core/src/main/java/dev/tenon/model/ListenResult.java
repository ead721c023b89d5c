package dev.tenon.model;

import dev.tenon.json.Json;

/**
 * The result that ends a stream of notifications (2026-07-28, subscriptions).
 *
 * @param meta {@code _meta}, with the id of the subscription
 */
public record ListenResult(Meta meta) implements Result {
    /** Creates the result of the subscription that the request with the given id opened. */
    public static ListenResult of(Json subscriptionId) {
        return new ListenResult(Meta.EMPTY.withSubscriptionId(subscriptionId));
    }
}
