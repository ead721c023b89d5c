package dev.tenon.jsonrpc;

/**
 * Decides about messages that are not exact, but whose meaning is plain: a library refuses them, while a proxy in front
 * of software that cannot be mended may let them pass, put right. Asked only about what would be refused otherwise.
 * Safe for use by many threads; quick, and never throws.
 */
@FunctionalInterface
public interface LeniencyPolicy {
    /** Only what is exact passes. */
    LeniencyPolicy NONE = (check, detail) -> false;

    /** What a message has failed. */
    enum ProtocolCheck {
        /**
         * The form of a message. Only what has one meaning can be tolerated: no JSON, or JSON with two meanings, never
         * comes here.
         */
        GATE,
        /** An id that is in flight already; or an answer to nothing that was asked, which is dropped in any case. */
        REQUEST_IDS,
        /** Headers that do not say what the body says; then the body counts. */
        HEADERS,
        /** A method or notification that the revision does not have. */
        METHODS
    }

    /**
     * Whether this may pass all the same.
     *
     * @param detail what is wrong, in a few words; nothing secret
     */
    boolean allows(ProtocolCheck check, String detail);
}
