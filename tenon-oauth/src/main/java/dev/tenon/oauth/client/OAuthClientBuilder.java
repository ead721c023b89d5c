package dev.tenon.oauth.client;

import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.acquisition.DefaultOAuthClient;
import dev.tenon.oauth.internal.NetworkConnector;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Makes an {@link OAuthClient}. */
public final class OAuthClientBuilder {
    private OAuthClientSettings settings;

    OAuthClientBuilder(URI server) {
        settings = OAuthClientSettings.defaults(ResourceIdentifiers.requireHttp(server));
    }

    /** What authorization servers call this client when they ask the person. */
    public OAuthClientBuilder clientName(String changed) {
        return withSetting("clientName", changed);
    }

    /** The client as an authorization server knows it already. */
    public OAuthClientBuilder client(PreregisteredClient changed) {
        return withSetting("client", changed);
    }

    /**
     * The client's metadata document, whose URL is its id where an authorization server takes that (client
     * registration, section "Client ID Metadata Documents"). What it says must fit: the redirect URI, {@code
     * refresh_token} among the grants, {@code none} as the authentication.
     *
     * @param changed https, with a path, and the {@code client_id} within the document; {@link ClientMetadataDocument}
     *     makes one
     */
    public OAuthClientBuilder clientMetadataDocument(URI changed) {
        return withSetting("clientDocument", ClientMetadataDocument.requireValidUrl(changed));
    }

    /**
     * Where the person's browser comes back to: {@code http://127.0.0.1:PORT/PATH}, or without a port for any that is
     * free. The default is {@code http://127.0.0.1/callback}.
     */
    public OAuthClientBuilder redirectUri(URI changed) {
        boolean fits = "http".equals(changed.getScheme())
                && ("127.0.0.1".equals(changed.getHost()) || "localhost".equals(changed.getHost()))
                && changed.getRawQuery() == null
                && changed.getRawFragment() == null;
        if (!fits) {
            throw new IllegalArgumentException(
                    "The browser comes back to http://127.0.0.1:PORT/PATH, not to " + changed);
        }
        return withSetting("redirectUri", changed);
    }

    /** Asks for these scopes at first, in place of those that the server names. */
    public OAuthClientBuilder scopes(String... changed) {
        return withSetting("scopes", new LinkedHashSet<>(List.of(changed)));
    }

    /**
     * Whether {@code offline_access} is asked for where the authorization server knows it, so that tokens can be
     * refreshed for long (authorization, section "Refresh Tokens"). By default it is.
     */
    public OAuthClientBuilder offlineAccess(boolean changed) {
        return withSetting("offlineAccess", changed);
    }

    /** By what tokens are got; by default a person logs in. */
    public OAuthClientBuilder grant(Grant changed) {
        return withSetting("grant", changed);
    }

    /** What shows the person the page of the authorization server. */
    public OAuthClientBuilder browser(Browser changed) {
        return withSetting("browser", changed);
    }

    /** Asked before a person is sent anywhere. */
    public OAuthClientBuilder consentPolicy(ConsentPolicy changed) {
        return withSetting("consentPolicy", changed);
    }

    /** Where tokens are kept; by default in memory. */
    public OAuthClientBuilder tokenStore(TokenStore changed) {
        return withSetting("tokenStore", changed);
    }

    /**
     * Whether the client is kept in the store as well, its secret too, so that others who have the store can
     * {@linkplain Grant.StoredTokens refresh} its tokens. By default only a client that registered itself is.
     */
    public OAuthClientBuilder storeClient(boolean changed) {
        return withSetting("storesClient", changed);
    }

    /** Whether tokens are bound to a key. */
    public OAuthClientBuilder dpop(DpopMode changed) {
        return withSetting("dpop", changed);
    }

    /** Other bounds. */
    public OAuthClientBuilder limits(OAuthLimits changed) {
        return withSetting("limits", changed);
    }

    /**
     * Addresses that are gone to although they are private or in clear text. Meant for a laboratory; each one is a way
     * in for a server that lies.
     */
    public OAuthClientBuilder trustedUris(Predicate<URI> changed) {
        return withSetting("trustedUris", changed);
    }

    /** What is trusted as TLS by authorization servers, and for metadata; null for what this Java trusts. */
    public OAuthClientBuilder tls(@Nullable SSLContext changed) {
        return withSetting("tls", changed);
    }

    /** Another resolver and other connections, for tests. */
    OAuthClientBuilder network(NetworkConnector changed) {
        return withSetting("network", changed);
    }

    /** Another clock, for tests. */
    OAuthClientBuilder clock(Clock changed) {
        return withSetting("clock", changed);
    }

    /**
     * The credentials for that server.
     *
     * @throws IllegalArgumentException when tokens would travel in clear text over a network, or the grant lacks its
     *     client
     */
    public OAuthClient build() {
        return new DefaultOAuthClient(settings.requireValid());
    }

    private OAuthClientBuilder withSetting(String setting, @Nullable Object value) {
        settings = RecordCopier.copyWith(settings, setting, value);
        return this;
    }
}
