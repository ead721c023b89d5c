package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.TokenEndpointAuthMethod;
import dev.tenon.oauth.client.token.TokenClient;
import dev.tenon.server.http.RequestAuthenticator;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All credentials of a guard: what lets clients in at the front, and what the guard shows to the servers behind. One is
 * for a whole guard, and outlives a change of the configuration.
 *
 * <pre>{@code
 * Keyring keyring = Keyring.of(System.getenv());
 * Guard guard = Guard.before(keyring.route(upstream)).build();
 * TenonHttp.serving(guard.server()).authenticator(keyring.authenticator(front).orElseThrow()).start();
 * }</pre>
 *
 * <p>Tokens of clients never go to a server behind, nor to a log. Secrets in files are read anew when they change.
 */
public final class GuardCredentials {
    private final Map<String, String> environment;
    private final SubjectTokenCache subjectTokens = new SubjectTokenCache(Clock.systemUTC());

    private GuardCredentials(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Credentials whose secrets are in variables of this environment, or in files. */
    public static GuardCredentials of(Map<String, String> environment) {
        return new GuardCredentials(environment);
    }

    /**
     * What lets clients in.
     *
     * @return empty when nobody has to say who he is
     */
    public Optional<RequestAuthenticator> authenticator(ListenConfig.HttpListenConfig front) {
        return front.authorization()
                .map(wanted -> new TokenCachingAuthenticator(
                        DownstreamAuthenticatorFactory.create(wanted, environment), subjectTokens));
    }

    /**
     * The way to a server on the network.
     *
     * @throws IllegalArgumentException when it is a program
     */
    public TargetResolver targetResolver(UpstreamConfig upstream) {
        if (upstream.target() instanceof UpstreamTarget.NetworkTarget remote) {
            return targetResolver(upstream.name(), ServerTarget.http(remote.url()), remote.credentials());
        }
        throw new IllegalArgumentException("\"" + upstream.name() + "\" is a program: it is shown no credentials");
    }

    /**
     * The way to a server on the network, by whatever transport.
     *
     * @param upstream what it is called in the log
     */
    public TargetResolver targetResolver(String upstream, HttpTarget target, UpstreamCredentials credentials) {
        CredentialErrorReporter complaint = new CredentialErrorReporter(upstream);
        if (credentials instanceof UpstreamCredentials.BearerCredentials bearer) {
            ReloadingSecret token = new ReloadingSecret(bearer.token(), environment);
            return TargetResolver.fixed(
                    target.withCredentials(new StaticHeaderAuth("Authorization", "Bearer ", token, complaint)));
        }
        if (credentials instanceof UpstreamCredentials.HeaderCredentials header) {
            ReloadingSecret value = new ReloadingSecret(header.value(), environment);
            return TargetResolver.fixed(
                    target.withCredentials(new StaticHeaderAuth(header.name(), "", value, complaint)));
        }
        if (credentials instanceof UpstreamCredentials.ClientCredentials own) {
            TokenClient tokens = tokenClient(own.client(), complaint);
            return TargetResolver.fixed(target.withCredentials(new GrantedTokenAuth(
                    () -> tokens.requestToken(own.resource(), Set.copyOf(own.scopes())), complaint)));
        }
        return credentials instanceof UpstreamCredentials.TokenExchangeCredentials exchange
                ? tokenExchangeResolver(target, exchange, complaint)
                : TargetResolver.fixed(target);
    }

    private TargetResolver tokenExchangeResolver(
            HttpTarget target,
            UpstreamCredentials.TokenExchangeCredentials exchange,
            CredentialErrorReporter complaint) {
        subjectTokens.enable();
        TokenClient tokens = tokenClient(exchange.client(), complaint);
        return new TokenExchangeResolver(
                target,
                standing -> new ExchangedTokenAuth(
                        standing,
                        subjectTokens,
                        token -> tokens.exchangeToken(token, exchange.audience(), Set.copyOf(exchange.scopes())),
                        complaint));
    }

    private TokenClient tokenClient(UpstreamCredentials.OAuthClientConfig client, CredentialErrorReporter complaint) {
        ReloadingSecret secret = new ReloadingSecret(client.secret(), environment);
        TokenEndpointAuthMethod method =
                client.inBody() ? TokenEndpointAuthMethod.SECRET_POST : TokenEndpointAuthMethod.SECRET_BASIC;
        return TokenClient.builder(URI.create(client.tokenUrl()))
                .client(() -> PreregisteredClient.of(client.id())
                        .withSecret(secret.value().orElseThrow(() -> complaint.missingSecret(secret)))
                        .withAuthMethod(method))
                .build();
    }
}
