package dev.tenon.oauth.client.token;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.token.internal.CachingTokenAuth;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * Creates credentials that send a bearer token from any source, such as a {@link TokenClient}. A token is cached until
 * shortly before its expiry. One thread renews it while the others wait. When the server rejects a token, it is
 * replaced once.
 *
 * <p>After a failure, the source is not called for two seconds; meanwhile a token that has not expired is used. Safe
 * for use by several threads.
 */
public final class TokenAuth {
    private TokenAuth() {}

    /**
     * Creates credentials with tokens of this source.
     *
     * @param source gets a new token; it blocks for a limited time, and throws an {@link AuthorizationException} if it
     *     fails
     */
    public static CredentialsProvider of(Supplier<AccessToken> source) {
        return of(source, OAuthLimits.DEFAULT);
    }

    /**
     * Creates credentials with tokens of this source.
     *
     * @param limits {@code refreshAhead} is the time before its expiry at which a token is replaced; threads wait for a
     *     concurrent renewal for at most twice {@code requestTimeout}
     */
    public static CredentialsProvider of(Supplier<AccessToken> source, OAuthLimits limits) {
        return new CachingTokenAuth(source, limits, Clock.systemUTC());
    }
}
