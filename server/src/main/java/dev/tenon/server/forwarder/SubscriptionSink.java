package dev.tenon.server.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;

/** A stream of notifications to a client (2026-07-28, {@code subscriptions/listen}). */
public interface SubscriptionSink {
    /** Sends a notification, tagged with the id of this stream. Never waits; after the end, nothing is sent. */
    void sendNotification(NotificationType<?> type, Json params);

    /** Ends the stream with a result. */
    void end();

    /**
     * Runs an action once, when the stream has ended for any reason; immediately if it has ended already. The action
     * must not block.
     */
    void onClosed(Runnable action);
}
