package dev.tenon.jsonrpc;

/**
 * Decides whether messages that violate the protocol, but have a single possible meaning, are accepted. By default they
 * are rejected; a proxy for software that cannot be fixed may accept them, corrected. It is called only for messages
 * that would be rejected otherwise.
 *
 * <p>Implementations are thread-safe, fast and do not throw.
 */
@FunctionalInterface
public interface LeniencyPolicy {
    /** Accepts only valid messages. */
    LeniencyPolicy NONE = (check, detail) -> false;

    /** The rule that a message violates. */
    enum ProtocolCheck {
        /**
         * The structure of a message. Bytes that are not JSON, or that have two possible meanings, are always rejected
         * and never reach the policy.
         */
        MESSAGE_FORMAT,
        /**
         * The id of a request that is still pending, or a response to an unknown request; the latter is dropped in any
         * case.
         */
        IDS,
        /** HTTP headers that contradict the body. If they are accepted, the body counts. */
        HEADERS,
        /** A method or notification that the revision does not have. */
        METHODS
    }

    /**
     * Returns whether the message is accepted.
     *
     * @param check the violated rule
     * @param detail a short description of the violation without secrets
     */
    boolean allows(ProtocolCheck check, String detail);
}
