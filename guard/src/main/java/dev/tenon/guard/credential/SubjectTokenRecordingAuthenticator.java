package dev.tenon.guard.credential;

import dev.tenon.http.HeaderNames;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.PublicPage;
import dev.tenon.server.http.RequestAuthenticator;
import java.util.List;
import java.util.Set;

/**
 * Delegates authentication, and caches the tokens of authenticated clients for token exchange. The principal that the
 * guard passes on has no token.
 */
record SubjectTokenRecordingAuthenticator(RequestAuthenticator delegate, SubjectTokenCache tokens)
        implements RequestAuthenticator {
    @Override
    public AuthenticationResult authenticate(HttpRequestHead head) {
        AuthenticationResult result = delegate.authenticate(head);
        if (result instanceof AuthenticationSuccess success && tokens.isEnabled()) {
            cacheExpiringToken(head, success.principal());
        }
        return result;
    }

    /** Caches the token unless it does not expire, as it is then an API key and not an access token. */
    private void cacheExpiringToken(HttpRequestHead head, CallerPrincipal caller) {
        String header = head.header(HeaderNames.AUTHORIZATION);
        int schemeEnd = header == null ? -1 : header.strip().indexOf(' ');
        if (header != null && schemeEnd > 0 && caller.expiresAt() != null) {
            String token = header.strip().substring(schemeEnd).strip();
            tokens.putIfExpiresLater(CallerIdentityAndRightsKey.of(caller), token, caller.expiresAt());
        }
    }

    @Override
    public Set<String> requiredScopes() {
        return delegate.requiredScopes();
    }

    @Override
    public AccessDenial denyAccess(HttpRequestHead head, CallerPrincipal principal, Set<String> needed) {
        return delegate.denyAccess(head, principal, needed);
    }

    @Override
    public List<PublicPage> publicPages() {
        return delegate.publicPages();
    }
}
