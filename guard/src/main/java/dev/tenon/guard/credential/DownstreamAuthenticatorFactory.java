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

/** Creates the authenticator of the guard as an OAuth resource server, on behalf of upstream servers that are not. */
final class DownstreamAuthenticatorFactory {
    private DownstreamAuthenticatorFactory() {}

    /** Creates an authenticator that accepts the configured tokens and API keys. */
    static RequestAuthenticator create(ListenConfig.AuthorizationConfig config, Map<String, String> environment) {
        Optional<TokenVerifier> keys = config.apiKeys().isEmpty()
                ? Optional.empty()
                : Optional.of(new RotatingApiKeyVerifier(config.apiKeys(), config.scopes(), environment));
        if (config.issuers().isEmpty()) {
            return keys.orElseThrow(() -> new IllegalArgumentException("Neither issuers nor API keys are configured"))
                    .authenticator();
        }
        String resource = config.resource().orElseThrow();
        JwtVerifierBuilder jwtVerifierBuilder = JwtVerifier.forAudience(resource);
        config.issuers().forEach(jwtVerifierBuilder::issuer);
        TokenVerifier jwtVerifier = jwtVerifierBuilder.build();
        OAuthAuthenticatorBuilder builder = OAuthAuthenticator.builder(resource)
                .tokenVerifier(keys.map(apiKeys -> TokenVerifier.firstOf(apiKeys, jwtVerifier))
                        .orElse(jwtVerifier))
                .requiredScopes(config.scopes().toArray(String[]::new));
        config.issuers().forEach(builder::authorizationServer);
        return builder.build();
    }
}
