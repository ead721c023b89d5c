package dev.tenon.oauth.server;

import dev.tenon.oauth.server.internal.ChallengeFormatter;
import dev.tenon.oauth.server.internal.FirstMatchVerifier;
import dev.tenon.oauth.server.internal.ScopeHierarchy;
import dev.tenon.server.http.RequestAuthenticator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells whether a token may be used here. It is asked for every request, on a thread that may block. Tenon brings
 * {@link JwtVerifier}, {@link IntrospectionVerifier} and {@link ApiKeyVerifier}; whoever has tokens of another kind
 * writes one.
 */
@FunctionalInterface
public interface TokenVerifier {
    /**
     * Looks at a token. It has to accept only what was issued for this server (2026-07-28, basic/authorization, Token
     * Handling), and to refuse what has expired.
     *
     * @param token the text that came with the request; nothing is known of it but that it is of the characters of a
     *     token. It must not be passed on, logged, or put into an exception
     * @throws InvalidTokenException when it may not be used here; its reason is for the log only
     * @throws VerifierUnavailableException when that cannot be told now; the caller is told to come back later
     */
    VerifiedToken verify(String token);

    /**
     * Lets in whoever has such a token, where callers have theirs by other means than OAuth; a server that they get
     * their tokens for from an authorization server is a {@link OAuthAuthenticator}. Tokens that are bound to a key are
     * refused.
     */
    default RequestAuthenticator authenticator() {
        return new OAuthAuthenticator(
                this,
                new ScopeHierarchy(Map.of()),
                Set.of(),
                new ChallengeFormatter(null, true, null),
                null,
                List.of());
    }

    /**
     * Asks one after the other, and takes what the first of them accepts. Put first what can tell by itself.
     *
     * @throws IllegalArgumentException when there is none
     */
    static TokenVerifier firstOf(TokenVerifier... verifiers) {
        return new FirstMatchVerifier(List.of(verifiers));
    }
}
