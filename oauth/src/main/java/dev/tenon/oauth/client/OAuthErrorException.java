package dev.tenon.oauth.client;

/**
 * Thrown if an authorization server rejects a token request. The message describes its error and contains no secrets.
 */
public class OAuthErrorException extends AuthorizationException {
    private static final long serialVersionUID = 1L;

    private final String code;

    public OAuthErrorException(String message, String code) {
        super(message);
        this.code = code;
    }

    /** Returns the error code (RFC 6749, section 5.2), such as {@code invalid_client}; empty if it is missing. */
    public String errorCode() {
        return code;
    }
}
