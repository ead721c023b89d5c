package dev.tenon.server.internal;

/** A stream of messages as server-sent events. */
interface MessageStream {
    /** Sends one message; see {@link BoundedStream#send}. */
    void send(byte[] message, boolean patient);

    /** Ends the stream after what was sent. */
    void finish();
}
