package dev.tenon.guard.internal.forwarder;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;

/** Somebody in front who is told what the server behind says on its own. */
public interface UpstreamNotificationListener {
    /** Whether it is for this one, where the server does not say for whom it is. By default it is not. */
    default boolean accepts(NotificationType<?> type, Json params) {
        return false;
    }

    /** Passes it on. Must not wait for long. */
    void onNotification(NotificationType<?> type, Json params, ProtocolCodec back);
}
