package dev.tenon.jsonrpc;

/**
 * Thrown if a request gets no response. This is a local failure; an error response of the peer is an
 * {@link RpcException}.
 */
public final class NoResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The reason of the failure. */
    public enum FailureReason {
        TIMEOUT,
        INTERRUPTED,
        CANCELLED,
        /** The connection was closed before the response arrived. */
        CLOSED,
        /** The limit of pending requests was reached; the request was not sent. */
        TOO_MANY_PENDING,
        /** The peer sent a malformed response. */
        MALFORMED_RESPONSE;

        /** Returns whether the peer may still be processing the request. */
        public boolean isCallerAbandonment() {
            return this == TIMEOUT || this == INTERRUPTED || this == CANCELLED;
        }
    }

    private final FailureReason reason;

    public NoResponseException(FailureReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Returns the reason of the failure. */
    public FailureReason reason() {
        return reason;
    }
}
