package dev.tenon.oauth.client.internal;

import dev.tenon.oauth.client.Browser;
import dev.tenon.oauth.client.Consent;
import dev.tenon.oauth.client.DpopUse;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.RegisteredClient;
import dev.tenon.oauth.client.TokenStore;
import dev.tenon.oauth.internal.Network;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.time.Clock;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** What the user of the library has said; each is explained at {@link dev.tenon.oauth.client.OAuthBuilder}. */
public record Settings(
        URI server,
        String clientName,
        @Nullable RegisteredClient client,
        @Nullable URI clientDocument,
        URI redirect,
        Set<String> scopes,
        boolean offlineAccess,
        Grant grant,
        Browser browser,
        Consent consent,
        TokenStore store,
        boolean keepsClient,
        DpopUse dpop,
        OAuthLimits limits,
        Predicate<URI> trusted,
        @Nullable SSLContext tls,
        Network network,
        Clock clock) {
    /** The defaults. */
    public static Settings of(URI server) {
        return new Settings(
                server,
                "Tenon",
                null,
                null,
                URI.create("http://127.0.0.1/callback"),
                Set.of(),
                true,
                new Grant.Person(),
                Browser.system(),
                Consent.ALWAYS,
                TokenStore.inMemory(),
                false,
                DpopUse.WHEN_ASKED,
                OAuthLimits.DEFAULT,
                uri -> false,
                null,
                Network.SYSTEM,
                Clock.systemUTC());
    }

    /**
     * Returns these settings.
     *
     * @throws IllegalArgumentException when they do not fit together
     */
    public Settings checked() {
        if (!HttpUrls.isSecureOrLoopback(server) && !trusted.test(server)) {
            throw new IllegalArgumentException(
                    "Tokens do not travel in clear text: " + HttpUrls.origin(server) + " must be https");
        }
        boolean alone = grant instanceof Grant.ClientCredentials || grant instanceof Grant.Enterprise;
        if (alone && (client == null || client.secret() == null && client.key() == null)) {
            throw new IllegalArgumentException("This grant wants a registered client with a secret or a key");
        }
        if (grant instanceof Grant.Enterprise enterprise) {
            URI endpoint = enterprise.tokenEndpoint();
            if (!HttpUrls.isSecureOrLoopback(endpoint) && !trusted.test(endpoint)) {
                throw new IllegalArgumentException("The identity provider's token endpoint must be https");
            }
        }
        if (grant instanceof Grant.Workload && client == null) {
            throw new IllegalArgumentException("Workload identity wants a registered client");
        }
        return this;
    }

    /** Whether an address may be gone to whatever the rules say: it was configured here, and not named by a server. */
    boolean isTrusted(URI uri) {
        return trusted.test(uri)
                || grant instanceof Grant.Enterprise enterprise
                        && enterprise.tokenEndpoint().equals(uri);
    }

    /** Without anything secret. */
    @Override
    public String toString() {
        return "Settings[" + server + "]";
    }
}
