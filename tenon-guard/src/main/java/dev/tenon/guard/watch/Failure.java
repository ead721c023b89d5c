package dev.tenon.guard.watch;

import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.client.TooManyCallsException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why there was no answer that the other side could have given. */
public enum Failure {
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
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What kind of failure this is; null for an error that the other side answered with, and where it was not asked. */
    public static @Nullable Failure of(Throwable problem) {
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
        if (problem instanceof BadAnswerException) {
            return BAD_ANSWER;
        }
        return problem instanceof TooManyCallsException ? BUSY : OTHER;
    }
}
