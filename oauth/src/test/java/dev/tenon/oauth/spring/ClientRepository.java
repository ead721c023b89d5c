package dev.tenon.oauth.spring;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;

/** The clients that may request tokens: configured and registered ones. */
final class ClientRepository implements RegisteredClientRepository {
    /** The scopes that every client may request. */
    static final List<String> SCOPES = List.of("files:read", "files:write", "offline_access");
    /** A program on the user's machine, without a secret. */
    static final String PUBLIC = "desktop";
    /** A client with a secret, which gets refresh tokens. */
    static final String CONFIDENTIAL = "web";
    /** Like the client with a secret, with tokens that expire after a few seconds. */
    static final String SHORT_LIVED = "short-lived";

    static final Duration SHORT_LIVED_LIFETIME = Duration.ofSeconds(4);
    /** Like the client with a secret, with opaque tokens. */
    static final String OPAQUE = "opaque";
    /** A program without a user, with a secret. */
    static final String SERVICE = "service";
    /** A program without a user, with a key. */
    static final String SERVICE_WITH_KEY = "keyed";
    /** A program without a user that may only read. */
    static final String READ_ONLY_SERVICE = "reader";
    /** The client for introspection. */
    static final String RESOURCE_SERVER = "resource-server";

    static final String SECRET = "s3cret-of-a-test";
    private static final String LOOPBACK = "http://127.0.0.1/callback";

    private final List<RegisteredClient> clients = new CopyOnWriteArrayList<>();

    ClientRepository() {
        save(client(PUBLIC, ClientAuthenticationMethod.NONE, Duration.ofMinutes(5), OAuth2TokenFormat.SELF_CONTAINED));
        save(confidentialClient(CONFIDENTIAL, Duration.ofMinutes(5), OAuth2TokenFormat.SELF_CONTAINED));
        save(confidentialClient(SHORT_LIVED, SHORT_LIVED_LIFETIME, OAuth2TokenFormat.SELF_CONTAINED));
        save(confidentialClient(OPAQUE, Duration.ofMinutes(5), OAuth2TokenFormat.REFERENCE));
        save(service(SERVICE, ClientAuthenticationMethod.CLIENT_SECRET_BASIC));
        save(service(SERVICE_WITH_KEY, ClientAuthenticationMethod.PRIVATE_KEY_JWT));
        save(RegisteredClient.from(service(READ_ONLY_SERVICE, ClientAuthenticationMethod.CLIENT_SECRET_BASIC))
                .scopes(scopes -> scopes.retainAll(List.of("files:read")))
                .build());
        save(service(RESOURCE_SERVER, ClientAuthenticationMethod.CLIENT_SECRET_BASIC));
    }

    private static RegisteredClient confidentialClient(String id, Duration lifetime, OAuth2TokenFormat format) {
        return client(id, ClientAuthenticationMethod.CLIENT_SECRET_BASIC, lifetime, format);
    }

    private static RegisteredClient client(
            String id, ClientAuthenticationMethod method, Duration lifetime, OAuth2TokenFormat format) {
        return RegisteredClient.withId(UUID.randomUUID().toString())
                .clientId(id)
                .clientSecret("{noop}" + SECRET)
                .clientAuthenticationMethod(method)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
                .redirectUri(LOOPBACK)
                .scopes(scopes -> scopes.addAll(SCOPES))
                .clientSettings(ClientSettings.builder().requireProofKey(true).build())
                .tokenSettings(TokenSettings.builder()
                        .accessTokenTimeToLive(lifetime)
                        .accessTokenFormat(format)
                        .reuseRefreshTokens(false)
                        .build())
                .build();
    }

    private static RegisteredClient service(String id, ClientAuthenticationMethod method) {
        return RegisteredClient.withId(UUID.randomUUID().toString())
                .clientId(id)
                .clientSecret("{noop}" + SECRET)
                .clientAuthenticationMethod(method)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .authorizationGrantType(AuthorizationGrantType.TOKEN_EXCHANGE)
                .scopes(scopes -> scopes.addAll(SCOPES))
                .clientSettings(ClientSettings.builder()
                        .tokenEndpointAuthenticationSigningAlgorithm(SignatureAlgorithm.ES256)
                        .build())
                .build();
    }

    /** Lets a client that registered itself request the scopes for all clients. */
    @Override
    public void save(RegisteredClient client) {
        RegisteredClient.Builder builder = RegisteredClient.from(client);
        if (client.getScopes().isEmpty()) {
            builder.scopes(scopes -> scopes.addAll(SCOPES));
        }
        clients.removeIf(existing -> existing.getId().equals(client.getId()));
        clients.add(builder.build());
    }

    @Override
    public @Nullable RegisteredClient findById(String id) {
        return clients.stream().filter(c -> c.getId().equals(id)).findFirst().orElse(null);
    }

    @Override
    public @Nullable RegisteredClient findByClientId(String clientId) {
        return clients.stream()
                .filter(c -> c.getClientId().equals(clientId))
                .findFirst()
                .orElse(null);
    }

    /** The registered and the configured clients. */
    List<RegisteredClient> all() {
        return clients;
    }
}
