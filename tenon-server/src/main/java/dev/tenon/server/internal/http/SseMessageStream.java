package dev.tenon.server.internal.http;

/** A stream of messages as server-sent events. */
interface SseMessageStream {
    /** Sends one message. Waits for room as long as the client reads; a client that does not is disconnected. */
    void send(byte[] message);

    /** Sends one message without waiting; false when there is no room, and nothing has happened. */
    boolean trySend(byte[] message);

    /** Sends one message without waiting, also when there is no room: for replies. */
    void enqueue(byte[] message);

    /** Runs an action once, when there may be room again or the stream has ended. */
    void onWritable(Runnable action);

    /** Ends the stream after what was sent. */
    void finish();
}
