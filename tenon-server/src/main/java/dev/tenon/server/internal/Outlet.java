package dev.tenon.server.internal;

import dev.tenon.jsonrpc.Message;

/** Where messages of a session go that belong to no request of the client: its connection, or its GET stream. */
interface Outlet {
    /** Sends a message without waiting for a slow reader. */
    void offer(Message message);

    /** Whether somebody is listening now. */
    boolean isAttended();

    /** Forgets what has been kept for too long. */
    default void sweep() {}

    /** Closes it. */
    void close();
}
