package dev.tenon.oauth.client;

/**
 * An authorization server was asked for a token, and refused. The message says what it said, and holds nothing secret.
 */
public class OAuthErrorException extends AuthorizationException {
    private static final long serialVersionUID = 1L;

    private final String code;

    public OAuthErrorException(String message, String code) {
        super(message);
        this.code = code;
    }

    /** What it says (RFC 6749, section 5.2), such as {@code invalid_client}; empty when it said nothing. */
    public String errorCode() {
        return code;
    }
}
