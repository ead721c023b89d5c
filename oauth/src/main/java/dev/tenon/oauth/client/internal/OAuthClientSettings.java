package dev.tenon.oauth.client.internal;

import dev.tenon.oauth.client.Browser;
import dev.tenon.oauth.client.ConsentPolicy;
import dev.tenon.oauth.client.DpopMode;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.TokenStore;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.time.Clock;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The settings of an OAuth client, which {@link dev.tenon.oauth.client.OAuthClientBuilder} describes. */
public record OAuthClientSettings(
        URI server,
        String clientName,
        @Nullable PreregisteredClient client,
        @Nullable URI clientDocument,
        URI redirectUri,
        Set<String> scopes,
        boolean offlineAccess,
        Grant grant,
        Browser browser,
        ConsentPolicy consentPolicy,
        TokenStore tokenStore,
        boolean storesClient,
        DpopMode dpop,
        OAuthLimits limits,
        Predicate<URI> trustedUris,
        @Nullable SSLContext tls,
        NetworkConnector network,
        Clock clock) {
    /** The redirect URI unless a different one is set; the client uses a free port. */
    public static final URI DEFAULT_REDIRECT = URI.create("http://127.0.0.1/callback");

    /** Returns the default settings. */
    public static OAuthClientSettings defaults(URI server) {
        return new OAuthClientSettings(
                server,
                "Tenon",
                null,
                null,
                DEFAULT_REDIRECT,
                Set.of(),
                true,
                new Grant.AuthorizationCode(),
                Browser.system(),
                ConsentPolicy.ALWAYS,
                TokenStore.inMemory(),
                false,
                DpopMode.WHEN_REQUESTED,
                OAuthLimits.DEFAULT,
                uri -> false,
                null,
                NetworkConnector.SYSTEM,
                Clock.systemUTC());
    }

    /**
     * Returns these settings.
     *
     * @throws IllegalArgumentException if they are inconsistent
     */
    public OAuthClientSettings requireValid() {
        if (!HttpUrls.isSecureOrLoopback(server) && !trustedUris.test(server)) {
            throw new IllegalArgumentException(
                    "Tokens are only sent over TLS: " + HttpUrls.origin(server) + " must be https");
        }
        boolean requiresCredentials =
                grant instanceof Grant.ClientCredentials || grant instanceof Grant.EnterpriseManagedAuthorization;
        if (requiresCredentials && (client == null || client.secret() == null && client.key() == null)) {
            throw new IllegalArgumentException("This grant requires a preregistered client with a secret or key");
        }
        if (grant instanceof Grant.EnterpriseManagedAuthorization enterprise) {
            URI endpoint = enterprise.tokenEndpoint();
            if (!HttpUrls.isSecureOrLoopback(endpoint) && !trustedUris.test(endpoint)) {
                throw new IllegalArgumentException("The token endpoint of the identity provider must be https");
            }
        }
        if (grant instanceof Grant.WorkloadIdentity && client == null) {
            throw new IllegalArgumentException("Workload identity requires a preregistered client");
        }
        return this;
    }

    /**
     * Returns whether the client may contact this URI regardless of the address policy, because it is configured and
     * not from a server.
     */
    public boolean isTrusted(URI uri) {
        return trustedUris.test(uri)
                || grant instanceof Grant.EnterpriseManagedAuthorization enterprise
                        && enterprise.tokenEndpoint().equals(uri);
    }

    /** Returns the server without secrets. */
    @Override
    public String toString() {
        return "OAuthClientSettings[" + server + "]";
    }
}
