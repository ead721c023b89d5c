package dev.tenon.jsonrpc;

/** A call that got no answer. It is a local failure, never to be mistaken for an error that the peer sent. */
public final class CallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why there is no answer. */
    public enum Reason {
        /** None came in time. */
        TIMEOUT,
        /** The waiting thread was interrupted. */
        INTERRUPTED,
        /** Somebody cancelled it. */
        CANCELLED,
        /** The connection ended first. */
        CLOSED,
        /** Too many calls were waiting; nothing was sent. */
        TOO_MANY,
        /** The answer was not a response. */
        BROKEN_ANSWER;

        /** Whether the other side may still be working on the call. */
        boolean isAbandonment() {
            return this == TIMEOUT || this == INTERRUPTED || this == CANCELLED;
        }
    }

    private final Reason reason;

    public CallFailedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why there is no answer. */
    public Reason reason() {
        return reason;
    }
}
