package dev.tenon.oauth.client.token;

import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.token.internal.StaticEndpointTokenClient;
import java.net.URI;
import java.time.Clock;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Makes a {@link TokenClient}. */
public final class TokenClientBuilder {
    private final URI endpoint;
    private @Nullable Supplier<PreregisteredClient> client;
    private OAuthLimits limits = OAuthLimits.DEFAULT;
    private @Nullable SSLContext tls;
    private Clock clock = Clock.systemUTC();

    TokenClientBuilder(URI endpoint) {
        this.endpoint = StaticEndpointTokenClient.requireSecure(endpoint);
    }

    /** As whom tokens are asked for. */
    public TokenClientBuilder client(PreregisteredClient changed) {
        return client(() -> changed);
    }

    /** As whom tokens are asked for, said anew for each request: a secret may be replaced. */
    public TokenClientBuilder client(Supplier<PreregisteredClient> changed) {
        client = changed;
        return this;
    }

    /** Other bounds. */
    public TokenClientBuilder limits(OAuthLimits changed) {
        limits = changed;
        return this;
    }

    /** What is trusted as TLS by the authorization server; null for what this Java trusts. */
    public TokenClientBuilder tls(@Nullable SSLContext changed) {
        tls = changed;
        return this;
    }

    /** Another clock, for tests. */
    TokenClientBuilder clock(Clock changed) {
        clock = changed;
        return this;
    }

    /**
     * The client. It asks nobody for anything yet.
     *
     * @throws IllegalStateException when it was not said as whom
     */
    public TokenClient build() {
        if (client == null) {
            throw new IllegalStateException("Say as whom tokens are asked for: client(...)");
        }
        return new StaticEndpointTokenClient(endpoint, client, limits, tls, clock);
    }
}
