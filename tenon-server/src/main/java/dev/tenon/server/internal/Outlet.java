package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.Notification;

/** Where messages of a session go that belong to no request of the client: its connection, or its GET stream. */
interface Outlet extends NotificationBacklog.Listener {
    /** Sends a message without waiting, also when there is no room: questions and cancellations, which are bounded elsewhere. */
    void enqueue(Message message);

    @Override
    default boolean keep(Notification notification) {
        return false;
    }

    /** Whether a client is listening now. */
    boolean isAttended();

    /** Forgets what has been kept for too long. */
    default void sweep() {}

    /** Closes it. */
    void close();
}
