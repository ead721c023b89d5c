package dev.tenon.client;

import dev.tenon.model.SubscriptionFilter;

/**
 * Notifications that were asked for; they go to the {@link ClientListener}. It outlives lost connections: the client asks for
 * them again. Under 2026-07-28 it is a stream ({@code subscriptions/listen}); before that, resources are subscribed to, and
 * changes of lists come unasked.
 */
public interface Subscription extends AutoCloseable {
    /** The part of what was asked for that the server agreed to. */
    SubscriptionFilter honoured();

    /** Whether notifications can come at the moment. */
    boolean isActive();

    /** No longer wanted. Calling it again does nothing. */
    @Override
    void close();
}
