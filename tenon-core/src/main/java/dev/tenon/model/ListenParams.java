package dev.tenon.model;

/**
 * Opens a stream of notifications (2026-07-28, subscriptions).
 *
 * @param notifications which ones are wanted
 * @param meta {@code _meta}
 */
public record ListenParams(SubscriptionFilter notifications, Meta meta) implements Params {
    /** Without {@code _meta}. */
    public static ListenParams of(SubscriptionFilter notifications) {
        return new ListenParams(notifications, Meta.EMPTY);
    }
}
