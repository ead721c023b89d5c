package dev.tenon.guard.observer;

import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.client.error.TooManyCallsException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why there was no answer that the other side could have given. */
public enum CallFailure {
    /** It did not answer in time. */
    TIMEOUT,
    /** Whoever asked no longer waits. */
    CANCELLED,
    /** It cannot be reached, or was lost. */
    CONNECTION,
    /** What it answered is not valid. */
    BAD_ANSWER,
    /** Too many requests wait for it. */
    BUSY,
    /** Something else. */
    OTHER;

    /** The word for it: {@code bad_answer}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What kind of failure this is; null for an error that the other side answered with, and where it was not asked.
     */
    public static @Nullable CallFailure of(Throwable problem) {
        if (problem instanceof ServerErrorException || problem instanceof NotSupportedException) {
            return null;
        }
        if (problem instanceof CallTimeoutException) {
            return TIMEOUT;
        }
        if (problem instanceof CallCancelledException || problem instanceof InterruptedException) {
            return CANCELLED;
        }
        if (problem instanceof ConnectionFailedException) {
            return CONNECTION;
        }
        if (problem instanceof InvalidResponseException) {
            return BAD_ANSWER;
        }
        return problem instanceof TooManyCallsException ? BUSY : OTHER;
    }
}
