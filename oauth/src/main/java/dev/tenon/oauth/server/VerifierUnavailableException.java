package dev.tenon.oauth.server;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a token cannot be verified now, for example because the authorization server is unreachable. The caller
 * gets 503 with {@code Retry-After}, because with 401 it would discard a token that may be valid.
 */
public final class VerifierUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param reason one line for the log, without any token
     * @param cause the cause for the log, or null
     */
    public VerifierUnavailableException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
