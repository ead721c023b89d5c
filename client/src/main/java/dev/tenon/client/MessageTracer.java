package dev.tenon.client;

/** Receives every message before it is validated, for debugging. Messages may contain secrets. */
@FunctionalInterface
public interface MessageTracer {
    /** The direction of a message. */
    enum TraceDirection {
        /** To the server. */
        SENT,
        /** From the server. */
        RECEIVED
    }

    /**
     * Called with the bytes of one message, which must not be modified. It runs on the thread that sends or receives
     * the message and must return quickly.
     */
    void onMessage(TraceDirection direction, byte[] bytes);
}
