package dev.tenon.model;

/**
 * The parameters of {@code subscriptions/listen}, which opens a stream of notifications (2026-07-28, subscriptions).
 *
 * @param notifications the requested notifications
 * @param meta {@code _meta}
 */
public record ListenParams(SubscriptionFilter notifications, Meta meta) implements Params {
    /** Creates parameters without {@code _meta}. */
    public static ListenParams of(SubscriptionFilter notifications) {
        return new ListenParams(notifications, Meta.EMPTY);
    }
}
