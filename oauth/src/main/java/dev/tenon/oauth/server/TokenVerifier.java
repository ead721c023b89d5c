package dev.tenon.oauth.server;

import dev.tenon.oauth.server.internal.ChallengeFormatter;
import dev.tenon.oauth.server.internal.ScopeHierarchy;
import dev.tenon.server.http.RequestAuthenticator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Verifies tokens. It is called for every request, on a thread that may block. Tenon provides {@link JwtVerifier},
 * {@link IntrospectionVerifier} and {@link ApiKeyVerifier}; implement it for other kinds of tokens.
 */
@FunctionalInterface
public interface TokenVerifier {
    /**
     * Verifies a token. Implementations must only accept tokens that were issued for this server (MCP authorization
     * 2026-07-28, section "Token Handling"), and reject expired ones.
     *
     * @param token the text of the request, which only contains characters of a token. It must not be forwarded,
     *     logged, or put into an exception
     * @throws InvalidTokenException if the token is not valid here; the reason is only logged
     * @throws VerifierUnavailableException if it cannot be verified now; the caller gets 503 with {@code Retry-After}
     */
    VerifiedToken verify(String token);

    /**
     * Returns an authenticator that accepts such tokens, for callers that get them by other means than OAuth. With an
     * authorization server, use {@link OAuthAuthenticator} instead. Rejects tokens that are bound to a key.
     */
    default RequestAuthenticator authenticator() {
        ChallengeFormatter challenge = new ChallengeFormatter(null, true, null);
        return new OAuthAuthenticator(this, new ScopeHierarchy(Map.of()), Set.of(), challenge, null, List.of());
    }

    /**
     * Returns a verifier that tries these in order until one accepts the token. Put verifiers that need no network
     * first.
     *
     * @throws IllegalArgumentException if no verifier is given
     */
    static TokenVerifier firstOf(TokenVerifier... verifiers) {
        return new FirstMatchVerifier(List.of(verifiers));
    }
}
