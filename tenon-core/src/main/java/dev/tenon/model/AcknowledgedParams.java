package dev.tenon.model;

import dev.tenon.json.Json;

/**
 * The first message of a subscription (2026-07-28, subscriptions).
 *
 * @param notifications the part of what was asked for that the server will send
 * @param meta {@code _meta}, with the id of the subscription
 */
public record AcknowledgedParams(SubscriptionFilter notifications, Meta meta) implements Params {
    /** For the subscription that a request with that id opened. */
    public static AcknowledgedParams of(SubscriptionFilter honoured, Json subscriptionId) {
        return new AcknowledgedParams(honoured, Meta.EMPTY.withSubscriptionId(subscriptionId));
    }
}
