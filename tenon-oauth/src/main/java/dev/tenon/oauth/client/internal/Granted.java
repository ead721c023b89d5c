package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import dev.tenon.json.Quote;
import dev.tenon.oauth.client.AuthorizationException;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token endpoint gave. A refresh token may be among it or not: that is the authorization server's decision.
 *
 * @param got when they came
 * @param scopes null when it is what was asked for
 * @param dpopKey what the access token is bound to, or null
 */
record Granted(
        String access,
        @Nullable String refresh,
        Instant got,
        @Nullable Instant expires,
        @Nullable Set<String> scopes,
        @Nullable String dpopKey) {
    private static final int LONGEST = 64 << 10;
    /** A year: what lasts longer is not believed. */
    private static final long MOST_SECONDS = 366L * 24 * 60 * 60;

    /**
     * Reads the answer.
     *
     * @param key what was asked to be bound to, or null
     * @param mustBind whether a token is refused that is bound to nothing
     * @throws AuthorizationException when it is nothing that can be used
     */
    static Granted read(AccessTokenResponse response, @Nullable DpopKey key, boolean mustBind, Clock clock) {
        AccessToken access = response.getTokens().getAccessToken();
        String type = access.getType().getValue();
        boolean isBound = type.equalsIgnoreCase("DPoP");
        if (!isBound && !type.equalsIgnoreCase("Bearer") || isBound && key == null) {
            throw new AuthorizationException(
                    "The authorization server gave a token of a type that was not asked for: " + Quote.shortened(type));
        }
        if (!isBound && mustBind) {
            throw new AuthorizationException(
                    "The authorization server gave a token that is not bound to the client's key");
        }
        RefreshToken refresh = response.getTokens().getRefreshToken();
        Scope scope = access.getScope();
        long seconds = Math.min(access.getLifetime(), MOST_SECONDS);
        Instant now = clock.instant();
        return new Granted(
                checked(access.getValue()),
                refresh == null ? null : checked(refresh.getValue()),
                now,
                seconds <= 0 ? null : now.plusSeconds(seconds),
                scope == null ? null : new LinkedHashSet<>(scope.toStringList()),
                isBound && key != null ? key.write() : null);
    }

    /** What goes into a header holds nothing but visible characters (RFC 6750, section 2.1). */
    private static String checked(String token) {
        boolean fits = token.length() <= LONGEST && token.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        if (!fits) {
            throw new AuthorizationException("The authorization server gave a token that no header can hold");
        }
        return token;
    }

    /** The first tokens of a client. */
    Tokens tokens(String issuer, String resource, String clientId, @Nullable Set<String> asked) {
        Set<String> granted = scopes != null ? scopes : asked != null ? asked : Set.of();
        return new Tokens(issuer, resource, clientId, access, refresh, got, expires, granted, asked, dpopKey);
    }

    /** Tokens after others: a refresh token that was not replaced goes on (OAuth 2.1, section 4.3). */
    Tokens refreshed(Tokens before) {
        return new Tokens(
                before.issuer(),
                before.resource(),
                before.clientId(),
                access,
                refresh == null ? before.refresh() : refresh,
                got,
                expires,
                scopes == null ? before.granted() : scopes,
                before.asked(),
                dpopKey);
    }

    /** Without the tokens. */
    @Override
    public String toString() {
        return "Granted";
    }
}
