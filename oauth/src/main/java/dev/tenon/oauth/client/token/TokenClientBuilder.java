package dev.tenon.oauth.client.token;

import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.token.internal.StaticEndpointTokenClient;
import dev.tenon.oauth.internal.OAuthHttpClient;
import java.net.URI;
import java.time.Clock;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds a {@link TokenClient}. */
public final class TokenClientBuilder {
    private final URI endpoint;
    private @Nullable Supplier<PreregisteredClient> client;
    private OAuthLimits limits = OAuthLimits.DEFAULT;
    private @Nullable SSLContext tls;
    private Clock clock = Clock.systemUTC();

    TokenClientBuilder(URI endpoint) {
        this.endpoint = OAuthHttpClient.requireSecure(endpoint, "A token endpoint");
    }

    /** Sets the client for the token requests. Required. */
    public TokenClientBuilder client(PreregisteredClient changed) {
        return client(() -> changed);
    }

    /** Sets a supplier of the client, which is called for each request, so that a secret can change. */
    public TokenClientBuilder client(Supplier<PreregisteredClient> changed) {
        client = changed;
        return this;
    }

    /** Sets the limits. The default is {@link OAuthLimits#DEFAULT}. */
    public TokenClientBuilder limits(OAuthLimits changed) {
        limits = changed;
        return this;
    }

    /** Sets the TLS trust for the authorization server. Null, the default, uses the trust store of the JVM. */
    public TokenClientBuilder tls(@Nullable SSLContext changed) {
        tls = changed;
        return this;
    }

    /** Sets the clock, for tests. */
    TokenClientBuilder clock(Clock changed) {
        clock = changed;
        return this;
    }

    /**
     * Builds the client, without sending a request.
     *
     * @throws IllegalStateException if the client is not set
     */
    public TokenClient build() {
        if (client == null) {
            throw new IllegalStateException("TokenClientBuilder.client(...) is required");
        }
        return new StaticEndpointTokenClient(endpoint, client, limits, tls, clock);
    }
}
