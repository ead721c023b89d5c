package dev.tenon.server.internal.request;

import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;

/** Where messages of a session go that belong to no request of the client: its connection, or its GET stream. */
public interface SessionSink extends NotificationBacklog.BacklogSink {
    /**
     * Sends a message without waiting, also when there is no room: questions and cancellations, which are bounded
     * elsewhere.
     */
    void enqueue(JsonRpcMessage message);

    @Override
    default boolean tryStore(Notification notification) {
        return false;
    }

    /** Whether a client is listening now. */
    boolean hasReader();

    /** Forgets what has been kept for too long. */
    default void evictStale() {}

    /** Closes it. */
    void close();
}
