package dev.tenon.server.internal;

/** A stream of messages as server-sent events. */
interface MessageStream {
    /** Sends one message; see {@link BoundedStream#send}. */
    void send(byte[] message, boolean patient);

    /** Whether a message of that size would be taken without anybody waiting, or being cut off. */
    boolean hasRoom(int size);

    /** Ends the stream after what was sent. */
    void finish();
}
