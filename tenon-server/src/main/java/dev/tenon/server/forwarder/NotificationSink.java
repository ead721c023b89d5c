package dev.tenon.server.forwarder;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;

/** A stream of notifications that a client has open (2026-07-28, {@code subscriptions/listen}). */
public interface NotificationSink {
    /** Sends a notification, marked as this stream's. It never waits; nothing is sent after the end. */
    void sendNotification(NotificationType<?> type, Json params);

    /** Ends the stream from this side, properly. */
    void end();

    /** What to run, once, when the stream is over, whoever ended it; at once when it is. Must not block. */
    void onClosed(Runnable action);
}
