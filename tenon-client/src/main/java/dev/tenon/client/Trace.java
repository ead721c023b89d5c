package dev.tenon.client;

/** Sees every message as it goes or comes, before anything is checked: for finding errors. Secrets may be in them. */
@FunctionalInterface
public interface Trace {
    /** Which way a message goes. */
    enum Direction {
        /** To the server. */
        SENT,
        /** From the server. */
        RECEIVED
    }

    /** One message; the bytes must not be changed. Called on the thread that sends or receives: return soon. */
    void message(Direction direction, byte[] bytes);
}
