package dev.tenon.client.hostile;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerErrorException;

/** What a caller sees of a misbehaviour. */
enum Outcome {
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
    NOT_SUPPORTED;

    static Outcome of(McpClientException e) {
        if (e instanceof BadAnswerException) {
            return BAD_ANSWER;
        }
        if (e instanceof ServerErrorException) {
            return SERVER_ERROR;
        }
        if (e instanceof CallTimeoutException) {
            return TIMEOUT;
        }
        if (e instanceof ConnectionFailedException) {
            return CONNECTION_FAILED;
        }
        if (e instanceof NotSupportedException) {
            return NOT_SUPPORTED;
        }
        throw e;
    }
}
