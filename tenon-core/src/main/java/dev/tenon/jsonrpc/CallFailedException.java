package dev.tenon.jsonrpc;

/** A call that got no answer. It is a local failure, never to be mistaken for an error that the peer sent. */
public final class CallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why there is no answer. */
    public enum FailureReason {
        /** None came in time. */
        TIMEOUT,
        /** The waiting thread was interrupted. */
        INTERRUPTED,
        /** Somebody cancelled it. */
        CANCELLED,
        /** The connection ended first. */
        CLOSED,
        /** Too many calls were waiting; nothing was sent. */
        TOO_MANY_PENDING,
        /** The answer was not a response. */
        MALFORMED_RESPONSE;

        /** Whether the other side may still be working on the call. */
        public boolean isCallerAbandonment() {
            return this == TIMEOUT || this == INTERRUPTED || this == CANCELLED;
        }
    }

    private final FailureReason reason;

    public CallFailedException(FailureReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why there is no answer. */
    public FailureReason reason() {
        return reason;
    }
}
