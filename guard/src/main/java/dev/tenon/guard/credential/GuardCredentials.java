package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamCredentials.BearerCredentials;
import dev.tenon.guard.config.UpstreamCredentials.ClientCredentials;
import dev.tenon.guard.config.UpstreamCredentials.HeaderCredentials;
import dev.tenon.guard.config.UpstreamCredentials.OAuthClientConfig;
import dev.tenon.guard.config.UpstreamCredentials.TokenExchangeCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.TokenEndpointAuthMethod;
import dev.tenon.oauth.client.token.AccessToken;
import dev.tenon.oauth.client.token.TokenClient;
import dev.tenon.oauth.server.JwtVerifier;
import dev.tenon.oauth.server.JwtVerifierBuilder;
import dev.tenon.oauth.server.OAuthAuthenticator;
import dev.tenon.oauth.server.OAuthAuthenticatorBuilder;
import dev.tenon.oauth.server.TokenVerifier;
import dev.tenon.server.http.RequestAuthenticator;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * All credentials of a guard: those it accepts from clients, and those it sends to upstream servers. One instance
 * serves the whole guard, and survives changes of the configuration.
 *
 * <pre>{@code
 * GuardCredentials credentials = GuardCredentials.of(System.getenv());
 * Guard guard = Guard.builder(credentials.targetResolver(upstream)).build();
 * RequestAuthenticator authenticator = credentials.authenticator(listen).orElseThrow();
 * }</pre>
 *
 * <p>Tokens of clients are never sent to an upstream server or logged. Secrets in files are reloaded when they change.
 */
public final class GuardCredentials {
    private final Map<String, String> environment;
    private final SubjectTokenCache subjectTokens = new SubjectTokenCache(Clock.systemUTC());

    private GuardCredentials(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Creates credentials whose secrets are in these environment variables, or in files. */
    public static GuardCredentials of(Map<String, String> environment) {
        return new GuardCredentials(environment);
    }

    /**
     * Returns the authenticator of HTTP clients.
     *
     * @return empty if authentication is not configured
     */
    public Optional<RequestAuthenticator> authenticator(ListenConfig.HttpListenConfig listen) {
        return listen.authorization()
                .map(config -> new SubjectTokenRecordingAuthenticator(createAuthenticator(config), subjectTokens));
    }

    /** Creates the authenticator of the guard as an OAuth resource server, for the configured tokens and API keys. */
    private RequestAuthenticator createAuthenticator(ListenConfig.AuthorizationConfig config) {
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
        TokenVerifier verifier =
                keys.map(apiKeys -> TokenVerifier.firstOf(apiKeys, jwtVerifier)).orElse(jwtVerifier);
        OAuthAuthenticatorBuilder builder = OAuthAuthenticator.builder(resource)
                .tokenVerifier(verifier)
                .requiredScopes(config.scopes().toArray(String[]::new));
        config.issuers().forEach(builder::authorizationServer);
        return builder.build();
    }

    /**
     * Returns the target resolver of an upstream server on the network.
     *
     * @throws IllegalArgumentException if the upstream server is a command
     */
    public TargetResolver targetResolver(UpstreamConfig upstream) {
        if (upstream.target() instanceof UpstreamTarget.NetworkTarget remote) {
            return targetResolver(upstream.name(), ServerTarget.http(remote.url()), remote.credentials());
        }
        throw new IllegalArgumentException("\"" + upstream.name() + "\" is a command and cannot have credentials");
    }

    /**
     * Returns the target resolver of a server on the network, for any transport.
     *
     * @param upstream the name of the upstream in logs
     */
    public TargetResolver targetResolver(String upstream, HttpTarget target, UpstreamCredentials credentials) {
        CredentialErrorReporter errorReporter = new CredentialErrorReporter(upstream);
        if (credentials instanceof TokenExchangeCredentials exchange) {
            return enableTokenExchange(target, exchange, errorReporter);
        }
        CredentialsProvider provider = null;
        if (credentials instanceof BearerCredentials bearer) {
            ReloadingSecret token = new ReloadingSecret(bearer.token(), environment);
            provider = new StaticHeaderAuth("Authorization", "Bearer ", token, errorReporter);
        } else if (credentials instanceof HeaderCredentials header) {
            ReloadingSecret value = new ReloadingSecret(header.value(), environment);
            provider = new StaticHeaderAuth(header.name(), "", value, errorReporter);
        } else if (credentials instanceof ClientCredentials grant) {
            TokenClient tokenClient = tokenClient(grant.client(), errorReporter);
            Set<String> scopes = Set.copyOf(grant.scopes());
            provider = new GrantedTokenAuth(() -> tokenClient.requestToken(grant.resource(), scopes), errorReporter);
        }
        return TargetResolver.fixed(provider == null ? target : target.withCredentials(provider));
    }

    /**
     * Enables the cache of the tokens of clients, and returns a resolver that exchanges them. The cache stays enabled.
     */
    private TargetResolver enableTokenExchange(
            HttpTarget target, TokenExchangeCredentials exchange, CredentialErrorReporter errorReporter) {
        subjectTokens.enable();
        TokenClient tokenClient = tokenClient(exchange.client(), errorReporter);
        Function<String, AccessToken> exchangeToken =
                token -> tokenClient.exchangeToken(token, exchange.audience(), Set.copyOf(exchange.scopes()));
        return new TokenExchangeResolver(target, subjectTokens, exchangeToken, errorReporter);
    }

    private TokenClient tokenClient(OAuthClientConfig client, CredentialErrorReporter errorReporter) {
        ReloadingSecret secret = new ReloadingSecret(client.secret(), environment);
        TokenEndpointAuthMethod method =
                client.inBody() ? TokenEndpointAuthMethod.SECRET_POST : TokenEndpointAuthMethod.SECRET_BASIC;
        return TokenClient.builder(URI.create(client.tokenUrl()))
                .client(() -> PreregisteredClient.of(client.id())
                        .withSecret(secret.requireValue(errorReporter))
                        .withAuthMethod(method))
                .build();
    }
}
