package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.Notifications;
import dev.tenon.wire.Wire;

/** Tells a client that the server no longer waits for its answer. */
final class Cancellations {
    private Cancellations() {}

    static Notification of(Wire wire, RequestId id) {
        return new Notification(
                Notifications.CANCELLED.name(),
                wire.encodeNotification(
                        Notifications.CANCELLED, CancelledParams.of(id.json(), "the server no longer waits")));
    }
}
