package dev.tenon.oauth.client;

/** Thrown if the server requires a login, but only {@linkplain Grant.StoredTokens stored tokens} may be used. */
public final class LoginRequiredException extends AuthorizationException {
    private static final long serialVersionUID = 1L;

    public LoginRequiredException(String message) {
        super(message);
    }
}
