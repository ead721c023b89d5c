package dev.tenon.guard.internal.forwarder;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;

/** Receives notifications of the upstream server on behalf of a client. */
public interface UpstreamNotificationListener {
    /**
     * Returns whether a notification that the server does not attribute to a call or subscription is for this listener.
     * Default: false.
     */
    default boolean acceptsUnattributed(NotificationType<?> type, Json params) {
        return false;
    }

    /** Forwards a notification. Must not block for long. */
    void onNotification(NotificationType<?> type, Json params, ProtocolCodec upstreamCodec);
}
