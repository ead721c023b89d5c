package dev.tenon.oauth.client;

import dev.tenon.client.error.ConnectionFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the client cannot get or renew credentials for a server. The message says why and what to do; it contains
 * no secrets.
 */
public class AuthorizationException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    public AuthorizationException(String message) {
        super(message);
    }

    public AuthorizationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
