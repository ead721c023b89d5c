package dev.tenon.client;

/** Sees every message as it goes or comes, before anything is checked: for finding errors. Secrets may be in them. */
@FunctionalInterface
public interface MessageTracer {
    /** Which way a message goes. */
    enum TraceDirection {
        /** To the server. */
        SENT,
        /** From the server. */
        RECEIVED
    }

    /** One message; the bytes must not be changed. Called on the thread that sends or receives: return soon. */
    void onMessage(TraceDirection direction, byte[] bytes);
}
