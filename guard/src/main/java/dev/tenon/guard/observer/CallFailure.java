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

/** The reason why the receiving side did not respond. */
public enum CallFailure {
    /** It did not respond in time. */
    TIMEOUT,
    /** The sender cancelled the request. */
    CANCELLED,
    /** It is unreachable, or the connection was lost. */
    CONNECTION,
    /** Its response is invalid. */
    BAD_ANSWER,
    /** Too many requests are waiting for it. */
    BUSY,
    /** Any other failure. */
    OTHER;

    /** Returns the name in lower case, as in {@code bad_answer}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of a failure; null for an error response, and for a request that was not sent. */
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
