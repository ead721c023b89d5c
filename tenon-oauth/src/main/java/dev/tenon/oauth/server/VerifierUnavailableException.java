package dev.tenon.oauth.server;

import org.jspecify.annotations.Nullable;

/**
 * Whether a token is good cannot be told now, as whoever knows does not answer. The caller gets 503 with {@code
 * Retry-After}: with 401 it would throw away a token that may be good.
 */
public final class VerifierUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Says so.
     *
     * @param reason one line for the log, without any token
     * @param cause what happened, for the log, or null
     */
    public VerifierUnavailableException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
