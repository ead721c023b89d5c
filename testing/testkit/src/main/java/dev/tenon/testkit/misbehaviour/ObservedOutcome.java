package dev.tenon.testkit.misbehaviour;

/** The outcome of a misbehaviour that a caller observes. */
public enum ObservedOutcome {
    /** The call succeeds nevertheless. */
    SUCCEEDS,
    /** The list is returned without the invalid element. */
    LEFT_OUT,
    /** {@code InvalidResponseException}. */
    INVALID_RESPONSE,
    /** {@code ServerErrorException}. */
    SERVER_ERROR,
    /** {@code CallTimeoutException}. */
    TIMEOUT,
    /** {@code ConnectionFailedException}. */
    CONNECTION_FAILED,
    /** {@code NotSupportedException}. */
    NOT_SUPPORTED
}
