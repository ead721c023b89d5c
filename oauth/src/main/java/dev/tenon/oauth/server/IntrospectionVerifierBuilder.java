package dev.tenon.oauth.server;

import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import dev.tenon.oauth.server.internal.HttpFetcher;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds an {@link IntrospectionVerifier}. */
public final class IntrospectionVerifierBuilder {
    final String issuer;
    final Set<String> audiences = new LinkedHashSet<>();
    final Set<String> toleratedAudiences = new LinkedHashSet<>();
    Duration cacheDuration = Duration.ofSeconds(30);
    Duration timeout = Duration.ofSeconds(5);
    int maxCacheEntries = 10_000;
    Clock clock = Clock.systemUTC();

    @Nullable SSLContext tls;

    private @Nullable URI endpoint;
    private @Nullable ClientAuthentication client;

    IntrospectionVerifierBuilder(String issuer) {
        if (issuer.isBlank()) {
            throw new IllegalArgumentException("The issuer is required");
        }
        this.issuer = issuer;
    }

    /**
     * Sets the introspection endpoint. Required.
     *
     * @throws IllegalArgumentException if it is neither https nor http on this machine
     */
    public IntrospectionVerifierBuilder endpoint(URI address) {
        endpoint = HttpFetcher.requireSecure(address);
        return this;
    }

    /**
     * Sets the client ID and secret of this server at the authorization server ({@code client_secret_basic}). Required.
     */
    public IntrospectionVerifierBuilder client(String id, String secret) {
        client = new ClientSecretBasic(new ClientID(id), new Secret(secret));
        return this;
    }

    /** Adds an identifier of this server in {@code aud}. At least one is required. */
    public IntrospectionVerifierBuilder audience(String audience) {
        audiences.add(audience);
        return this;
    }

    /** Allows a second audience in {@code aud}; see {@link JwtVerifierBuilder#tolerateExtraAudience}. */
    public IntrospectionVerifierBuilder tolerateExtraAudience(String other) {
        toleratedAudiences.add(other);
        return this;
    }

    /** Sets how long a response is cached. The default is 30 seconds; zero disables the cache. */
    public IntrospectionVerifierBuilder cacheDuration(Duration duration) {
        cacheDuration = duration;
        return this;
    }

    /**
     * Sets the maximum number of cached responses, separately for accepted and rejected tokens. The default is 10,000.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public IntrospectionVerifierBuilder maxCacheEntries(int max) {
        if (max < 1) {
            throw new IllegalArgumentException(
                    "maxCacheEntries must be at least 1; cacheDuration(Duration.ZERO) disables the cache");
        }
        maxCacheEntries = max;
        return this;
    }

    /** Sets the time limit for a response. The default is 5 seconds. */
    public IntrospectionVerifierBuilder timeout(Duration duration) {
        timeout = duration;
        return this;
    }

    /** Sets the TLS trust for the authorization server. Null, the default, uses the trust store of the JVM. */
    public IntrospectionVerifierBuilder tls(@Nullable SSLContext changed) {
        tls = changed;
        return this;
    }

    /** Sets the clock, for tests. */
    public IntrospectionVerifierBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Builds the verifier, without sending a request.
     *
     * @throws IllegalArgumentException if the endpoint, client or audience is missing
     */
    public IntrospectionVerifier build() {
        if (endpoint == null || client == null || audiences.isEmpty()) {
            throw new IllegalArgumentException("Introspection requires an endpoint, a client and an audience");
        }
        return new IntrospectionVerifier(this, endpoint, client);
    }
}
