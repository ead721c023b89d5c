package dev.tenon.oauth.client;

import dev.tenon.json.RecordCopier;
import dev.tenon.oauth.client.internal.Authorizer;
import dev.tenon.oauth.client.internal.Resources;
import dev.tenon.oauth.client.internal.Settings;
import dev.tenon.oauth.internal.Network;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Makes an {@link OAuth}. */
public final class OAuthBuilder {
    private Settings settings;

    OAuthBuilder(URI server) {
        settings = Settings.of(Resources.checked(server));
    }

    /** What authorization servers call this client when they ask the person. */
    public OAuthBuilder clientName(String changed) {
        return with("clientName", changed);
    }

    /** The client as an authorization server knows it already. */
    public OAuthBuilder client(RegisteredClient changed) {
        return with("client", changed);
    }

    /**
     * The client's metadata document, whose URL is its id where an authorization server takes that (client registration,
     * section "Client ID Metadata Documents"). What it says must fit: the redirect URI, {@code refresh_token} among the
     * grants, {@code none} as the authentication.
     *
     * @param changed https, with a path, and the {@code client_id} within the document; {@link ClientDocument} makes one
     */
    public OAuthBuilder clientDocument(URI changed) {
        return with("clientDocument", ClientDocument.checked(changed));
    }

    /**
     * Where the person's browser comes back to: {@code http://127.0.0.1:PORT/PATH}, or without a port for any that is free.
     * The default is {@code http://127.0.0.1/callback}.
     */
    public OAuthBuilder redirect(URI changed) {
        boolean fits = "http".equals(changed.getScheme())
                && ("127.0.0.1".equals(changed.getHost()) || "localhost".equals(changed.getHost()))
                && changed.getRawQuery() == null
                && changed.getRawFragment() == null;
        if (!fits) {
            throw new IllegalArgumentException(
                    "The browser comes back to http://127.0.0.1:PORT/PATH, not to " + changed);
        }
        return with("redirect", changed);
    }

    /** Asks for these scopes at first, in place of those that the server names. */
    public OAuthBuilder scopes(String... changed) {
        return with("scopes", new LinkedHashSet<>(List.of(changed)));
    }

    /**
     * Whether {@code offline_access} is asked for where the authorization server knows it, so that tokens can be refreshed for
     * long (authorization, section "Refresh Tokens"). By default it is.
     */
    public OAuthBuilder offlineAccess(boolean changed) {
        return with("offlineAccess", changed);
    }

    /** By what tokens are got; by default a person logs in. */
    public OAuthBuilder grant(Grant changed) {
        return with("grant", changed);
    }

    /** What shows the person the page of the authorization server. */
    public OAuthBuilder browser(Browser changed) {
        return with("browser", changed);
    }

    /** Asked before a person is sent anywhere. */
    public OAuthBuilder consent(Consent changed) {
        return with("consent", changed);
    }

    /** Where tokens are kept; by default in memory. */
    public OAuthBuilder store(TokenStore changed) {
        return with("store", changed);
    }

    /**
     * Whether the client is kept in the store as well, its secret too, so that others who have the store can {@linkplain
     * Grant.Stored refresh} its tokens. By default only a client that registered itself is.
     */
    public OAuthBuilder keepingClient(boolean changed) {
        return with("keepsClient", changed);
    }

    /** Whether tokens are bound to a key. */
    public OAuthBuilder dpop(DpopUse changed) {
        return with("dpop", changed);
    }

    /** Other bounds. */
    public OAuthBuilder limits(OAuthLimits changed) {
        return with("limits", changed);
    }

    /**
     * Addresses that are gone to although they are private or in clear text. Meant for a laboratory; each one is a way in for
     * a server that lies.
     */
    public OAuthBuilder trusting(Predicate<URI> changed) {
        return with("trusted", changed);
    }

    /** What is trusted as TLS by authorization servers, and for metadata; null for what this Java trusts. */
    public OAuthBuilder tls(@Nullable SSLContext changed) {
        return with("tls", changed);
    }

    /** Another resolver and other connections, for tests. */
    OAuthBuilder network(Network changed) {
        return with("network", changed);
    }

    /** Another clock, for tests. */
    OAuthBuilder clock(Clock changed) {
        return with("clock", changed);
    }

    /**
     * The credentials for that server.
     *
     * @throws IllegalArgumentException when tokens would travel in clear text over a network, or the grant lacks its client
     */
    public OAuth build() {
        return new Authorizer(settings.checked());
    }

    private OAuthBuilder with(String setting, @Nullable Object value) {
        settings = RecordCopier.with(settings, setting, value);
        return this;
    }
}
