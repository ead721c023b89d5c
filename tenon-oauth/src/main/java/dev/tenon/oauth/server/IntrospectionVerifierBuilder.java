package dev.tenon.oauth.server;

import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.tenon.oauth.server.internal.HttpFetcher;
import dev.tenon.oauth.server.internal.TokenLifetimeValidator;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Describes how an authorization server is asked about tokens; {@link #build} makes the verifier. */
public final class IntrospectionVerifierBuilder {
    private static final Duration SKEW = Duration.ofSeconds(30);

    final String issuer;
    final Set<String> audiences = new LinkedHashSet<>();
    final Set<String> toleratedAudiences = new LinkedHashSet<>();
    Duration cacheDuration = Duration.ofSeconds(30);
    private Duration timeout = Duration.ofSeconds(5);
    int maxCacheEntries = 10_000;
    private Clock clock = Clock.systemUTC();
    private @Nullable URI endpoint;
    private @Nullable ClientAuthentication client;
    private @Nullable SSLContext tls;

    IntrospectionVerifierBuilder(String issuer) {
        if (issuer.isBlank()) {
            throw new IllegalArgumentException("Name the issuer");
        }
        this.issuer = issuer;
    }

    /**
     * Where to ask.
     *
     * @throws IllegalArgumentException when it is no https address, nor http on this machine
     */
    public IntrospectionVerifierBuilder endpoint(URI address) {
        endpoint = HttpFetcher.requireSecure(address);
        return this;
    }

    /** As whom to ask: the id and secret of this server at the authorization server ({@code client_secret_basic}). */
    public IntrospectionVerifierBuilder client(String id, String secret) {
        client = new ClientSecretBasic(new ClientID(id), new Secret(secret));
        return this;
    }

    /** What stands in {@code aud} of a token for this server; may be called several times. */
    public IntrospectionVerifierBuilder audience(String audience) {
        audiences.add(audience);
        return this;
    }

    /**
     * Somebody else who may stand in {@code aud} beside this server; see {@link JwtVerifierBuilder#tolerateAudience}.
     */
    public IntrospectionVerifierBuilder tolerateAudience(String other) {
        toleratedAudiences.add(other);
        return this;
    }

    /** How long an answer is kept, 30 seconds by default; zero for not at all. */
    public IntrospectionVerifierBuilder cacheDuration(Duration longest) {
        cacheDuration = longest;
        return this;
    }

    /** How many answers are kept, 10,000 by default, those of refused tokens counted apart. */
    public IntrospectionVerifierBuilder maxCacheEntries(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("Keep at least one; keep(Duration.ZERO) keeps none");
        }
        maxCacheEntries = most;
        return this;
    }

    /** How long an answer may take, 5 seconds by default. */
    public IntrospectionVerifierBuilder timeout(Duration longest) {
        timeout = longest;
        return this;
    }

    /** What is trusted as TLS by the authorization server; null for what this Java trusts. */
    public IntrospectionVerifierBuilder tls(@Nullable SSLContext changed) {
        tls = changed;
        return this;
    }

    /** Tells the time; for tests. */
    public IntrospectionVerifierBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Makes the verifier. It asks nobody for anything yet.
     *
     * @throws IllegalArgumentException when endpoint, client or audience is missing
     */
    public IntrospectionVerifier build() {
        URI address = endpoint;
        ClientAuthentication credentials = client;
        if (address == null || credentials == null || audiences.isEmpty()) {
            throw new IllegalArgumentException("Introspection needs an endpoint, a client and an audience");
        }
        HttpFetcher fetch = new HttpFetcher(tls, timeout);
        TokenLifetimeValidator lifetime = new TokenLifetimeValidator(clock, SKEW, Duration.ZERO);
        return new IntrospectionVerifier(this, address, credentials, fetch, lifetime);
    }
}
