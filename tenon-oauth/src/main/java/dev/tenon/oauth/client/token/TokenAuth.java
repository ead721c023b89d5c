package dev.tenon.oauth.client.token;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.token.internal.CachingTokenAuth;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * Shows a server a bearer token that comes from anywhere, such as a {@link TokenClient}. A token is kept until it is
 * about to end, and is got by one thread while the others wait. When a server does not take it, another one is got,
 * once.
 *
 * <p>A source that fails is not asked again for two seconds; meanwhile a token that has not ended yet is used. Safe for
 * use by many threads.
 */
public final class TokenAuth {
    private TokenAuth() {}

    /**
     * Shows tokens of that source.
     *
     * @param source gets another token; it blocks within a bound, and throws an {@link AuthorizationException} when
     *     there is none
     */
    public static CredentialsProvider of(Supplier<AccessToken> source) {
        return of(source, OAuthLimits.DEFAULT);
    }

    /**
     * Shows tokens of that source.
     *
     * @param limits how early a token is replaced, and (twice its time for a request) how long is waited for another
     *     thread
     */
    public static CredentialsProvider of(Supplier<AccessToken> source, OAuthLimits limits) {
        return new CachingTokenAuth(source, limits, Clock.systemUTC());
    }
}
