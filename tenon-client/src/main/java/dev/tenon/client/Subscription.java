package dev.tenon.client;

import dev.tenon.client.error.McpClientException;
import dev.tenon.model.SubscriptionFilter;
import org.jspecify.annotations.Nullable;

/**
 * Notifications that were asked for; they go to the {@link ClientListener}. It outlives lost connections: the client
 * asks for them again. Under 2026-07-28 it is a stream ({@code subscriptions/listen}); before that, resources are
 * subscribed to, and changes of lists come unasked.
 */
public interface Subscription extends AutoCloseable {
    /** The part of what was asked for that the server agreed to. */
    SubscriptionFilter acceptedFilter();

    /**
     * Whether notifications can come at the moment. While they cannot and it is not {@linkplain #isClosed closed}, the
     * client tries to have them again.
     */
    boolean isActive();

    /** Whether it has ended for good: it was closed, with its client or by itself, or given up. */
    boolean isClosed();

    /**
     * Why it was given up: the server refused it, or could not be reached as often as {@link ClientLimits#reconnects}
     * says; null when it was not.
     */
    @Nullable McpClientException failure();

    /** No longer wanted. Calling it again does nothing. */
    @Override
    void close();
}
