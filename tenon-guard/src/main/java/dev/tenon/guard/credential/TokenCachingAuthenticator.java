package dev.tenon.guard.credential;

import dev.tenon.http.HeaderNames;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.PublicPage;
import dev.tenon.server.http.RequestAuthenticator;
import java.util.List;
import java.util.Set;

/**
 * Lets in whom another lets in, and keeps the token of each for an exchange. What goes on inside the guard has no
 * token.
 */
record TokenCachingAuthenticator(RequestAuthenticator delegate, SubjectTokenCache tokens)
        implements RequestAuthenticator {
    @Override
    public AuthenticationResult authenticate(HttpRequestHead head) {
        AuthenticationResult verdict = delegate.authenticate(head);
        if (verdict instanceof AuthenticationSuccess known && tokens.isEnabled()) {
            cacheToken(head, known.principal());
        }
        return verdict;
    }

    /** What does not end is a key, and no token that an authorization server gave. */
    private void cacheToken(HttpRequestHead head, CallerPrincipal caller) {
        String header = head.header(HeaderNames.AUTHORIZATION);
        int scheme = header == null ? -1 : header.strip().indexOf(' ');
        if (header != null && scheme > 0 && caller.expiresAt() != null) {
            tokens.put(
                    CallerIdentityKey.of(caller),
                    header.strip().substring(scheme).strip(),
                    caller.expiresAt());
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
