package dev.tenon.guard.policy;

/** The direction of a message. */
public enum MessageDirection {
    /** From the downstream client to the upstream server. */
    TO_SERVER,
    /** From the upstream server to the downstream client. */
    TO_CLIENT
}
