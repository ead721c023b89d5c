package dev.tenon.oauth.client;

import dev.tenon.client.HttpAuth;
import dev.tenon.oauth.client.internal.KeptToken;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows a server a bearer token that comes from anywhere, such as a {@link TokenClient}. A token is kept until it is about to
 * end, and is got by one thread while the others wait. When a server does not take it, another one is got, once.
 *
 * <p>A source that fails is not asked again for two seconds; meanwhile a token that has not ended yet is used. Safe for use by
 * many threads.
 */
public final class TokenAuth implements HttpAuth {
    private final KeptToken token;

    private TokenAuth(KeptToken token) {
        this.token = token;
    }

    /**
     * Shows tokens of that source.
     *
     * @param source gets another token; it blocks within a bound, and throws an {@link AuthorizationException} when there is none
     */
    public static TokenAuth of(Supplier<AccessToken> source) {
        return of(source, OAuthLimits.DEFAULT);
    }

    /**
     * Shows tokens of that source.
     *
     * @param limits how early a token is replaced, and (twice its time for a request) how long is waited for another thread
     */
    public static TokenAuth of(Supplier<AccessToken> source, OAuthLimits limits) {
        return of(source, limits, Clock.systemUTC());
    }

    /** With another clock, for tests. */
    static TokenAuth of(Supplier<AccessToken> source, OAuthLimits limits, Clock clock) {
        return new TokenAuth(new KeptToken(source, limits, clock));
    }

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return Map.of("Authorization", token.header());
    }

    @Override
    public @Nullable Map<String, String> headersNow(String method, URI uri) {
        String header = token.headerNow();
        return header == null ? null : Map.of("Authorization", header);
    }

    @Override
    public boolean refused(Refusal refusal) {
        return refusal.status() == 401 && token.renewed(refusal.sent().getOrDefault("authorization", List.of()));
    }

    @Override
    public void answered(int status, URI uri, Map<String, List<String>> headers) {
        if (status / 100 == 2) {
            token.accepted();
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "TokenAuth";
    }
}
