package dev.tenon.server.internal.request;

import dev.tenon.jsonrpc.JsonRpcMessage;

/** Sends the messages of a session that belong to no request of the client: to its connection or its GET stream. */
public interface SessionSink extends NotificationBacklog.BacklogSink {
    /**
     * Sends a message without waiting, even without capacity: requests and cancellations, whose number is limited
     * elsewhere.
     */
    void enqueue(JsonRpcMessage message);

    /** Returns whether a client is reading now. */
    boolean hasReader();

    /** Removes stored events that are too old. */
    default void evictStaleEvents() {}

    /** Closes the sink. */
    void close();
}
