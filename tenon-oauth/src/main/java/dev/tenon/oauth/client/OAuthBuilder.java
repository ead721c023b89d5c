package dev.tenon.oauth.client;

import dev.tenon.oauth.client.internal.Authorizer;
import dev.tenon.oauth.client.internal.Resources;
import dev.tenon.oauth.client.internal.Settings;
import dev.tenon.oauth.internal.Network;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Makes an {@link OAuth}. */
public final class OAuthBuilder {
    private final URI server;
    private String clientName = "Tenon";
    private @Nullable RegisteredClient client;
    private @Nullable URI clientDocument;
    private @Nullable URI redirect;
    private Set<String> scopes = Set.of();
    private boolean offlineAccess = true;
    private Grant grant = new Grant.Person();
    private Browser browser = Browser.system();
    private Consent consent = Consent.ALWAYS;
    private TokenStore store = TokenStore.inMemory();
    private boolean keepsClient;
    private DpopUse dpop = DpopUse.WHEN_ASKED;
    private OAuthLimits limits = OAuthLimits.DEFAULT;
    private Predicate<URI> trusted = uri -> false;
    private @Nullable SSLContext tls;
    private Network network = Network.SYSTEM;
    private Clock clock = Clock.systemUTC();

    OAuthBuilder(URI server) {
        this.server = Resources.checked(server);
    }

    /** What authorization servers call this client when they ask the person. */
    public OAuthBuilder clientName(String changed) {
        clientName = changed;
        return this;
    }

    /** The client as an authorization server knows it already. */
    public OAuthBuilder client(RegisteredClient changed) {
        client = changed;
        return this;
    }

    /**
     * The client's metadata document, whose URL is its id where an authorization server takes that (client registration,
     * section "Client ID Metadata Documents"). What it says must fit: the redirect URI, {@code refresh_token} among the
     * grants, {@code none} as the authentication.
     *
     * @param changed https, with a path, and the {@code client_id} within the document; {@link ClientDocument} makes one
     */
    public OAuthBuilder clientDocument(URI changed) {
        if (!ClientDocument.isFit(changed)) {
            throw new IllegalArgumentException("Not an address of a client's metadata document: " + changed
                    + ". It begins with https and has a path");
        }
        clientDocument = changed;
        return this;
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
        redirect = changed;
        return this;
    }

    /** Asks for these scopes at first, in place of those that the server names. */
    public OAuthBuilder scopes(String... changed) {
        scopes = new LinkedHashSet<>(List.of(changed));
        return this;
    }

    /**
     * Whether {@code offline_access} is asked for where the authorization server knows it, so that tokens can be refreshed for
     * long (authorization, section "Refresh Tokens"). By default it is.
     */
    public OAuthBuilder offlineAccess(boolean changed) {
        offlineAccess = changed;
        return this;
    }

    /** By what tokens are got; by default a person logs in. */
    public OAuthBuilder grant(Grant changed) {
        grant = changed;
        return this;
    }

    /** What shows the person the page of the authorization server. */
    public OAuthBuilder browser(Browser changed) {
        browser = changed;
        return this;
    }

    /** Asked before a person is sent anywhere. */
    public OAuthBuilder consent(Consent changed) {
        consent = changed;
        return this;
    }

    /** Where tokens are kept; by default in memory. */
    public OAuthBuilder store(TokenStore changed) {
        store = changed;
        return this;
    }

    /**
     * Whether the client is kept in the store as well, its secret too, so that others who have the store can {@linkplain
     * Grant.Stored refresh} its tokens. By default only a client that registered itself is.
     */
    public OAuthBuilder keepingClient(boolean changed) {
        keepsClient = changed;
        return this;
    }

    /** Whether tokens are bound to a key. */
    public OAuthBuilder dpop(DpopUse changed) {
        dpop = changed;
        return this;
    }

    /** Other bounds. */
    public OAuthBuilder limits(OAuthLimits changed) {
        limits = changed;
        return this;
    }

    /**
     * Addresses that are gone to although they are private or in clear text. Meant for a laboratory; each one is a way in for
     * a server that lies.
     */
    public OAuthBuilder trusting(Predicate<URI> changed) {
        trusted = changed;
        return this;
    }

    /** What is trusted as TLS by authorization servers, and for metadata; null for what this Java trusts. */
    public OAuthBuilder tls(@Nullable SSLContext changed) {
        tls = changed;
        return this;
    }

    /** Another resolver and other connections, for tests. */
    OAuthBuilder network(Network changed) {
        network = changed;
        return this;
    }

    /** Another clock, for tests. */
    OAuthBuilder clock(Clock changed) {
        clock = changed;
        return this;
    }

    /**
     * The credentials for that server.
     *
     * @throws IllegalArgumentException when tokens would travel in clear text over a network, or the grant lacks its client
     */
    public OAuth build() {
        return new Authorizer(new Settings(
                server,
                clientName,
                client,
                clientDocument,
                redirect == null ? URI.create("http://127.0.0.1/callback") : redirect,
                scopes,
                offlineAccess,
                grant,
                browser,
                consent,
                store,
                keepsClient,
                dpop,
                limits,
                trusted,
                tls,
                network,
                clock));
    }
}
