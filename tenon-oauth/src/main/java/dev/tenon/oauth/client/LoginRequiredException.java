package dev.tenon.oauth.client;

/**
 * The server wants a login, and nobody is there to do it: only {@linkplain Grant.StoredTokens stored tokens} may be
 * used.
 */
public final class LoginRequiredException extends AuthorizationException {
    private static final long serialVersionUID = 1L;

    public LoginRequiredException(String message) {
        super(message);
    }
}
