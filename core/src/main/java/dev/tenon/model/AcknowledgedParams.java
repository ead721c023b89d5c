package dev.tenon.model;

import dev.tenon.json.Json;

/**
 * The first message of a subscription (2026-07-28, subscriptions).
 *
 * @param notifications the requested notifications that the server will send
 * @param meta {@code _meta}, with the id of the subscription
 */
public record AcknowledgedParams(SubscriptionFilter notifications, Meta meta) implements Params {
    /** Creates the acknowledgement of the subscription that the request with the given id opened. */
    public static AcknowledgedParams of(SubscriptionFilter accepted, Json subscriptionId) {
        return new AcknowledgedParams(accepted, Meta.EMPTY.withSubscriptionId(subscriptionId));
    }
}
