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

/** Who may ask for tokens: what is configured here, and who registers. */
final class Clients implements RegisteredClientRepository {
    /** What anybody may ask for. */
    static final List<String> SCOPES = List.of("files:read", "files:write", "offline_access");
    /** A program on somebody's machine, without a secret. */
    static final String PUBLIC = "desktop";
    /** One that can keep a secret, and gets tokens to refresh with. */
    static final String CONFIDENTIAL = "web";
    /** The same, with tokens that live for a few seconds. */
    static final String HASTY = "hasty";

    static final Duration HASTY_LIFE = Duration.ofSeconds(4);
    /** The same, with tokens that only introspection can read. */
    static final String OPAQUE = "opaque";
    /** A program without a person, with a secret. */
    static final String SERVICE = "service";
    /** A program without a person, with a key. */
    static final String KEYED = "keyed";
    /** A program without a person that may only read. */
    static final String READER = "reader";
    /** What asks for introspection. */
    static final String RESOURCE_SERVER = "resource-server";

    static final String SECRET = "s3cret-of-a-test";
    private static final String LOOPBACK = "http://127.0.0.1/callback";

    private final List<RegisteredClient> all = new CopyOnWriteArrayList<>();

    Clients() {
        save(client(PUBLIC, ClientAuthenticationMethod.NONE, Duration.ofMinutes(5), OAuth2TokenFormat.SELF_CONTAINED));
        save(secretly(CONFIDENTIAL, Duration.ofMinutes(5), OAuth2TokenFormat.SELF_CONTAINED));
        save(secretly(HASTY, HASTY_LIFE, OAuth2TokenFormat.SELF_CONTAINED));
        save(secretly(OPAQUE, Duration.ofMinutes(5), OAuth2TokenFormat.REFERENCE));
        save(service(SERVICE, ClientAuthenticationMethod.CLIENT_SECRET_BASIC));
        save(service(KEYED, ClientAuthenticationMethod.PRIVATE_KEY_JWT));
        save(RegisteredClient.from(service(READER, ClientAuthenticationMethod.CLIENT_SECRET_BASIC))
                .scopes(scopes -> scopes.retainAll(List.of("files:read")))
                .build());
        save(service(RESOURCE_SERVER, ClientAuthenticationMethod.CLIENT_SECRET_BASIC));
    }

    private static RegisteredClient secretly(String id, Duration life, OAuth2TokenFormat format) {
        return client(id, ClientAuthenticationMethod.CLIENT_SECRET_BASIC, life, format);
    }

    private static RegisteredClient client(
            String id, ClientAuthenticationMethod method, Duration life, OAuth2TokenFormat format) {
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
                        .accessTokenTimeToLive(life)
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

    /** One that registered itself gets to ask for what all may ask for. */
    @Override
    public void save(RegisteredClient client) {
        RegisteredClient.Builder changed = RegisteredClient.from(client);
        if (client.getScopes().isEmpty()) {
            changed.scopes(scopes -> scopes.addAll(SCOPES));
        }
        all.removeIf(known -> known.getId().equals(client.getId()));
        all.add(changed.build());
    }

    @Override
    public @Nullable RegisteredClient findById(String id) {
        return all.stream().filter(c -> c.getId().equals(id)).findFirst().orElse(null);
    }

    @Override
    public @Nullable RegisteredClient findByClientId(String clientId) {
        return all.stream()
                .filter(c -> c.getClientId().equals(clientId))
                .findFirst()
                .orElse(null);
    }

    /** Those that registered themselves, and those that are configured. */
    List<RegisteredClient> all() {
        return all;
    }
}
