package dev.tenon.guard.credentials;

import dev.tenon.guard.config.Front;
import dev.tenon.oauth.server.JwtVerifier;
import dev.tenon.oauth.server.JwtVerifierBuilder;
import dev.tenon.oauth.server.ProtectedResource;
import dev.tenon.oauth.server.ProtectedResourceBuilder;
import dev.tenon.oauth.server.TokenVerifier;
import dev.tenon.server.Authenticator;
import java.util.Map;
import java.util.Optional;

/** The guard as a resource server, on behalf of servers that are none. */
final class FrontDoor {
    private FrontDoor() {}

    /** Lets in who brings what is wanted. */
    static Authenticator authenticator(Front.Authorization wanted, Map<String, String> environment) {
        Optional<TokenVerifier> keys = wanted.apiKeys().isEmpty()
                ? Optional.empty()
                : Optional.of(new RotatingKeys(wanted.apiKeys(), wanted.scopes(), environment));
        if (wanted.issuers().isEmpty()) {
            return keys.orElseThrow(() -> new IllegalArgumentException("Neither issuers nor keys"))
                    .authenticator();
        }
        String resource = wanted.resource().orElseThrow();
        TokenVerifier jwts = jwts(wanted, resource);
        ProtectedResourceBuilder door = ProtectedResource.at(resource)
                .tokens(keys.map(known -> TokenVerifier.firstOf(known, jwts)).orElse(jwts))
                .scopes(wanted.scopes().toArray(String[]::new));
        wanted.issuers().forEach(door::authorizationServer);
        return door.build();
    }

    private static TokenVerifier jwts(Front.Authorization wanted, String resource) {
        JwtVerifierBuilder jwts = JwtVerifier.forAudience(resource);
        wanted.issuers().forEach(jwts::issuer);
        return jwts.build();
    }
}
