package dev.tenon.guard.credentials;

import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import dev.tenon.guard.config.Behind;
import dev.tenon.guard.config.Credentials;
import dev.tenon.guard.config.Front;
import dev.tenon.guard.config.Upstream;
import dev.tenon.oauth.client.AuthMethod;
import dev.tenon.oauth.client.RegisteredClient;
import dev.tenon.oauth.client.TokenClient;
import dev.tenon.server.Authenticator;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All credentials of a guard: what lets clients in at the front, and what the guard shows to the servers behind. One is for a
 * whole guard, and outlives a change of the configuration.
 *
 * <pre>{@code
 * Keyring keyring = Keyring.of(System.getenv());
 * Guard guard = Guard.before(keyring.route(upstream)).build();
 * TenonHttp.serving(guard.server()).authenticator(keyring.authenticator(front).orElseThrow()).start();
 * }</pre>
 *
 * <p>Tokens of clients never go to a server behind, nor to a log. Secrets in files are read anew when they change.
 */
public final class Keyring {
    private final Map<String, String> environment;
    private final TokenVault vault = new TokenVault(Clock.systemUTC());

    private Keyring(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Credentials whose secrets are in variables of this environment, or in files. */
    public static Keyring of(Map<String, String> environment) {
        return new Keyring(environment);
    }

    /**
     * What lets clients in.
     *
     * @return empty when nobody has to say who he is
     */
    public Optional<Authenticator> authenticator(Front.Http front) {
        return front.authorization()
                .map(wanted -> new KeepingAuthenticator(FrontDoor.authenticator(wanted, environment), vault));
    }

    /**
     * The way to a server on the network.
     *
     * @throws IllegalArgumentException when it is a program
     */
    public Route route(Upstream upstream) {
        if (upstream.behind() instanceof Behind.Remote remote) {
            return route(upstream.name(), Target.http(remote.url()), remote.credentials());
        }
        throw new IllegalArgumentException("\"" + upstream.name() + "\" is a program: it is shown no credentials");
    }

    /**
     * The way to a server on the network, by whatever transport.
     *
     * @param upstream what it is called in the log
     */
    public Route route(String upstream, HttpTarget target, Credentials credentials) {
        Complaint complaint = new Complaint(upstream);
        if (credentials instanceof Credentials.Bearer bearer) {
            Secret token = new Secret(bearer.token(), environment);
            return Route.to(target.withAuth(new KnownHeader("Authorization", "Bearer ", token, complaint)));
        }
        if (credentials instanceof Credentials.Header header) {
            Secret value = new Secret(header.value(), environment);
            return Route.to(target.withAuth(new KnownHeader(header.name(), "", value, complaint)));
        }
        if (credentials instanceof Credentials.ClientCredentials own) {
            TokenClient tokens = tokens(own.client(), complaint);
            return Route.to(target.withAuth(new GrantedToken(
                    () -> tokens.clientCredentials(own.resource(), Set.copyOf(own.scopes())), complaint)));
        }
        return credentials instanceof Credentials.Exchange exchange
                ? exchange(target, exchange, complaint)
                : Route.to(target);
    }

    private Route exchange(HttpTarget target, Credentials.Exchange exchange, Complaint complaint) {
        vault.open();
        TokenClient tokens = tokens(exchange.client(), complaint);
        return new ExchangeRoute(
                target,
                standing -> new ExchangedToken(
                        standing,
                        vault,
                        token -> tokens.exchange(token, exchange.audience(), Set.copyOf(exchange.scopes())),
                        complaint));
    }

    private TokenClient tokens(Credentials.OAuthClient client, Complaint complaint) {
        Secret secret = new Secret(client.secret(), environment);
        AuthMethod method = client.inBody() ? AuthMethod.SECRET_POST : AuthMethod.SECRET_BASIC;
        return TokenClient.at(URI.create(client.tokenUrl()))
                .client(() -> RegisteredClient.of(client.id())
                        .withSecret(secret.value().orElseThrow(() -> complaint.missing(secret)))
                        .withMethod(method))
                .build();
    }
}
