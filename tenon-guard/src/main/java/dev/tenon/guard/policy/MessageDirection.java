package dev.tenon.guard.policy;

/** Which way a message goes. */
public enum MessageDirection {
    /** From the client in front to the server behind. */
    TO_SERVER,
    /** From the server behind to the client in front. */
    TO_CLIENT
}
