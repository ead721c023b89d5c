package dev.tenon.testkit.misbehaviour;

/** What a caller sees of a misbehaviour. */
public enum ObservedOutcome {
    /** The call succeeds in spite of it. */
    SUCCEEDS,
    /** The list comes, without what is wrong in it. */
    LEFT_OUT,
    /** {@code BadAnswerException}. */
    BAD_ANSWER,
    /** {@code ServerErrorException}. */
    SERVER_ERROR,
    /** {@code CallTimeoutException}. */
    TIMEOUT,
    /** {@code ConnectionFailedException}. */
    CONNECTION_FAILED,
    /** {@code NotSupportedException}. */
    NOT_SUPPORTED
}
