package dev.tenon.oauth.server;

import java.util.Objects;

/**
 * Thrown if a token is not valid for this server. The caller only gets 401 with {@code error="invalid_token"}; the
 * reason is for the log. It has no stack trace, so that rejecting is cheap.
 */
public final class InvalidTokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param reason one line for the log, without the token or any part of it that could be used again
     */
    public InvalidTokenException(String reason) {
        super(reason, null, false, false);
    }

    /** Returns why the token is invalid. */
    public String reason() {
        return Objects.requireNonNull(getMessage());
    }
}
