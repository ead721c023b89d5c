package dev.tenon.guard.credential;

import dev.tenon.guard.config.ListenConfig;
import dev.tenon.oauth.server.JwtVerifier;
import dev.tenon.oauth.server.JwtVerifierBuilder;
import dev.tenon.oauth.server.OAuthAuthenticator;
import dev.tenon.oauth.server.OAuthAuthenticatorBuilder;
import dev.tenon.oauth.server.TokenVerifier;
import dev.tenon.server.http.RequestAuthenticator;
import java.util.Map;
import java.util.Optional;

/** The guard as a resource server, on behalf of servers that are none. */
final class DownstreamAuthenticatorFactory {
    private DownstreamAuthenticatorFactory() {}

    /** Lets in who brings what is wanted. */
    static RequestAuthenticator create(ListenConfig.AuthorizationConfig wanted, Map<String, String> environment) {
        Optional<TokenVerifier> keys = wanted.apiKeys().isEmpty()
                ? Optional.empty()
                : Optional.of(new RotatingApiKeyVerifier(wanted.apiKeys(), wanted.scopes(), environment));
        if (wanted.issuers().isEmpty()) {
            return keys.orElseThrow(() -> new IllegalArgumentException("Neither issuers nor keys"))
                    .authenticator();
        }
        String resource = wanted.resource().orElseThrow();
        TokenVerifier jwts = createJwtVerifier(wanted, resource);
        OAuthAuthenticatorBuilder door = OAuthAuthenticator.builder(resource)
                .tokenVerifier(
                        keys.map(known -> TokenVerifier.firstOf(known, jwts)).orElse(jwts))
                .requiredScopes(wanted.scopes().toArray(String[]::new));
        wanted.issuers().forEach(door::authorizationServer);
        return door.build();
    }

    private static TokenVerifier createJwtVerifier(ListenConfig.AuthorizationConfig wanted, String resource) {
        JwtVerifierBuilder jwts = JwtVerifier.forAudience(resource);
        wanted.issuers().forEach(jwts::issuer);
        return jwts.build();
    }
}
