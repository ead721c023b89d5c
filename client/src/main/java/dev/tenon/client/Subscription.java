package dev.tenon.client;

import dev.tenon.client.error.McpClientException;
import dev.tenon.model.SubscriptionFilter;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to notifications, which are delivered to the {@link ClientListener}. It survives lost connections: the
 * client subscribes again. Under 2026-07-28 it is a stream ({@code subscriptions/listen}); in earlier revisions the
 * client subscribes to resources, and the server sends list changes without a subscription.
 */
public interface Subscription extends AutoCloseable {
    /** Returns the part of the requested filter that the server accepted. */
    SubscriptionFilter acceptedFilter();

    /**
     * Returns whether notifications can arrive at the moment. While they cannot and this is not {@linkplain #isClosed
     * closed}, the client keeps trying to subscribe again.
     */
    boolean isActive();

    /** Returns whether the subscription has ended for good: it was closed, its client was closed, or it failed. */
    boolean isClosed();

    /**
     * Returns why the subscription failed: the server rejected it, or could not be reached in {@link
     * ClientLimits#reconnects} attempts. Null if it has not failed.
     */
    @Nullable McpClientException failure();

    /** Ends the subscription. Calling it again has no effect. */
    @Override
    void close();
}
