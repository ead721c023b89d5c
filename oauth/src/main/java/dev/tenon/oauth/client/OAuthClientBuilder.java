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

/** Builds an {@link OAuthClient}. */
public final class OAuthClientBuilder {
    private OAuthClientSettings settings;

    OAuthClientBuilder(URI server) {
        settings = OAuthClientSettings.defaults(ResourceIdentifiers.requireHttp(server));
    }

    /** Sets the client name that authorization servers show to the user. The default is {@code Tenon}. */
    public OAuthClientBuilder clientName(String changed) {
        return withSetting("clientName", changed);
    }

    /** Sets a client that is already registered at the authorization server. By default the client registers itself. */
    public OAuthClientBuilder client(PreregisteredClient changed) {
        return withSetting("client", changed);
    }

    /**
     * Sets the URL of the client metadata document, which is the client ID if the authorization server supports that
     * (MCP client registration, section "Client ID Metadata Documents"). The document must contain the redirect URI,
     * the grant {@code refresh_token} and the authentication method {@code none}.
     *
     * @param changed an https URL with a path, equal to {@code client_id} in the document; {@link
     *     ClientMetadataDocument} creates one
     * @throws IllegalArgumentException if it is not such a URL
     */
    public OAuthClientBuilder clientMetadataDocument(URI changed) {
        return withSetting("clientDocument", ClientMetadataDocument.requireValidUrl(changed));
    }

    /**
     * Sets the redirect URI: {@code http://127.0.0.1:PORT/PATH} or {@code http://localhost:PORT/PATH}; without a port
     * the client uses a free one. The default is {@code http://127.0.0.1/callback}.
     *
     * @throws IllegalArgumentException if it is not such a URI
     */
    public OAuthClientBuilder redirectUri(URI changed) {
        boolean isValid = "http".equals(changed.getScheme())
                && ("127.0.0.1".equals(changed.getHost()) || "localhost".equals(changed.getHost()))
                && changed.getRawQuery() == null
                && changed.getRawFragment() == null;
        if (!isValid) {
            throw new IllegalArgumentException(
                    "The redirect URI must be http://127.0.0.1:PORT/PATH, but is " + changed);
        }
        return withSetting("redirectUri", changed);
    }

    /** Sets the scopes of the first login. By default they are those that the server names. */
    public OAuthClientBuilder scopes(String... changed) {
        return withSetting("scopes", new LinkedHashSet<>(List.of(changed)));
    }

    /**
     * Sets whether the client requests {@code offline_access} if the authorization server supports it, for long-lived
     * refresh tokens (MCP authorization, section "Refresh Tokens"). The default is true.
     */
    public OAuthClientBuilder offlineAccess(boolean changed) {
        return withSetting("offlineAccess", changed);
    }

    /** Sets how the client gets tokens. The default is {@link Grant.AuthorizationCode}: the user logs in. */
    public OAuthClientBuilder grant(Grant changed) {
        return withSetting("grant", changed);
    }

    /** Sets how the user is shown the login page. The default is {@link Browser#system}. */
    public OAuthClientBuilder browser(Browser changed) {
        return withSetting("browser", changed);
    }

    /** Sets the policy that allows or denies a login. The default is {@link ConsentPolicy#ALWAYS}. */
    public OAuthClientBuilder consentPolicy(ConsentPolicy changed) {
        return withSetting("consentPolicy", changed);
    }

    /** Sets where tokens are stored. The default is {@link TokenStore#inMemory}. */
    public OAuthClientBuilder tokenStore(TokenStore changed) {
        return withSetting("tokenStore", changed);
    }

    /**
     * Sets whether a configured client is stored as well, including its secret, so that other processes with the same
     * store can {@linkplain Grant.StoredTokens refresh} its tokens. The default is false. A client that registered
     * itself is always stored.
     */
    public OAuthClientBuilder storeClient(boolean changed) {
        return withSetting("storesClient", changed);
    }

    /** Sets whether tokens are bound to a key. The default is {@link DpopMode#WHEN_REQUESTED}. */
    public OAuthClientBuilder dpop(DpopMode changed) {
        return withSetting("dpop", changed);
    }

    /** Sets the limits. The default is {@link OAuthLimits#DEFAULT}. */
    public OAuthClientBuilder limits(OAuthLimits changed) {
        return withSetting("limits", changed);
    }

    /**
     * Sets which URIs the client contacts even if they are private or not encrypted. Only for tests: a malicious server
     * can abuse each of them (SSRF). The default matches no URI.
     */
    public OAuthClientBuilder trustedUris(Predicate<URI> changed) {
        return withSetting("trustedUris", changed);
    }

    /**
     * Sets the TLS trust for authorization servers and metadata. Null, the default, uses the trust store of the JVM.
     */
    public OAuthClientBuilder tls(@Nullable SSLContext changed) {
        return withSetting("tls", changed);
    }

    /** Sets the resolver and connector, for tests. */
    OAuthClientBuilder network(NetworkConnector changed) {
        return withSetting("network", changed);
    }

    /** Sets the clock, for tests. */
    OAuthClientBuilder clock(Clock changed) {
        return withSetting("clock", changed);
    }

    /**
     * Builds the client.
     *
     * @throws IllegalArgumentException if tokens would be sent unencrypted over a network, or the grant requires a
     *     client that is not set
     */
    public OAuthClient build() {
        return new DefaultOAuthClient(settings.requireValid());
    }

    private OAuthClientBuilder withSetting(String setting, @Nullable Object value) {
        settings = RecordCopier.copyWith(settings, setting, value);
        return this;
    }
}
