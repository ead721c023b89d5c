package dev.tenon.oauth.server;

import java.util.Objects;

/**
 * A token that may not be used here. The caller gets 401 with {@code error="invalid_token"} and nothing more: the
 * reason is for the log. It has no stack trace, as refusing must be cheap.
 */
public final class InvalidTokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param reason one line for the log, without the token or any part of it that could be used again
     */
    public InvalidTokenException(String reason) {
        super(reason, null, false, false);
    }

    /** What is wrong with the token. */
    public String reason() {
        return Objects.requireNonNull(getMessage());
    }
}
