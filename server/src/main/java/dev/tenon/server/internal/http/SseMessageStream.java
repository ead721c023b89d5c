package dev.tenon.server.internal.http;

/** A stream of messages as server-sent events. */
interface SseMessageStream {
    /** Sends a message. Waits for capacity while the client reads; a client that does not read is disconnected. */
    void send(byte[] message);

    /** Sends a message without waiting; returns false, without effect, if there is no capacity. */
    boolean trySend(byte[] message);

    /** Sends a message without waiting, even without capacity; for responses. */
    void enqueueEvenIfFull(byte[] message);

    /** Runs an action once, when there may be capacity again or the stream has ended. */
    void onWritable(Runnable action);

    /** Ends the stream after the queued messages. */
    void finish();
}
