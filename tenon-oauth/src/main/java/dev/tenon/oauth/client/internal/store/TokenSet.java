package dev.tenon.oauth.client.internal.store;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.LoginInfo;
import dev.tenon.oauth.client.internal.ScopeSelector;
import dev.tenon.oauth.client.internal.dpop.DpopKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server gave for one server.
 *
 * @param issuer which one gave it, and may have the refresh token back
 * @param resource what the tokens were asked for
 * @param clientId which client they were given to
 * @param obtained when they came, or null for those that an older version has kept
 * @param expires when the access token expires, or null when that was not said
 * @param grantedScopes the scopes that it has, as far as is known
 * @param requestedScopes all scopes that were asked for so far, or null when none were named
 * @param dpopKey the key that the tokens are bound to, as a private JWK, or null
 */
public record TokenSet(
        String issuer,
        String resource,
        String clientId,
        String accessToken,
        @Nullable String refreshToken,
        @Nullable Instant obtained,
        @Nullable Instant expires,
        Set<String> grantedScopes,
        @Nullable Set<String> requestedScopes,
        @Nullable String dpopKey) {
    private static final int MAX_TOKEN_CHARS = 64 << 10;
    /** A year: what lasts longer is not believed. */
    private static final long MAX_LIFETIME_SECONDS = 366L * 24 * 60 * 60;

    /** Where there are no tokens yet. */
    public static TokenSet empty(String issuer, String resource, String clientId, @Nullable Set<String> asked) {
        Set<String> granted = asked == null ? Set.of() : asked;
        return new TokenSet(issuer, resource, clientId, "", null, null, null, granted, asked, null);
    }

    /**
     * The tokens that a token endpoint gave after these. A refresh token that was not replaced goes on (OAuth 2.1,
     * section 4.3).
     *
     * @param key what was asked to be bound to, or null
     * @param mustBind whether a token is refused that is bound to nothing
     * @throws AuthorizationException when it is nothing that can be used
     */
    public TokenSet withResponse(AccessTokenResponse response, @Nullable DpopKey key, boolean mustBind, Clock clock) {
        AccessToken given = response.getTokens().getAccessToken();
        String type = given.getType().getValue();
        boolean isBound = type.equalsIgnoreCase("DPoP");
        if (!isBound && !type.equalsIgnoreCase("Bearer") || isBound && key == null) {
            throw new AuthorizationException(
                    "The authorization server gave a token of a type that was not asked for: " + Excerpts.quote(type));
        }
        if (!isBound && mustBind) {
            throw new AuthorizationException(
                    "The authorization server gave a token that is not bound to the client's key");
        }
        RefreshToken next = response.getTokens().getRefreshToken();
        Scope scope = given.getScope();
        long seconds = Math.min(given.getLifetime(), MAX_LIFETIME_SECONDS);
        Instant now = clock.instant();
        return new TokenSet(
                issuer,
                resource,
                clientId,
                requireHeaderSafe(given.getValue()),
                next == null ? refreshToken : requireHeaderSafe(next.getValue()),
                now,
                seconds <= 0 ? null : now.plusSeconds(seconds),
                scope == null ? grantedScopes : new LinkedHashSet<>(scope.toStringList()),
                requestedScopes,
                isBound && key != null ? key.toJwk() : null);
    }

    /** What goes into a header holds nothing but visible characters (RFC 6750, section 2.1). */
    private static String requireHeaderSafe(String token) {
        boolean fits = token.length() <= MAX_TOKEN_CHARS && token.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        if (!fits) {
            throw new AuthorizationException("The authorization server gave a token that no header can hold");
        }
        return token;
    }

    public boolean isDpopBound() {
        return dpopKey != null;
    }

    /** Whether the access token is no longer good at that moment. */
    public boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    /** Whether the access token is to be replaced at that moment. */
    public boolean isRefreshDue(Instant now, Duration early) {
        return expires != null && !now.isBefore(refreshTime(obtained == null ? Instant.MIN : obtained, expires, early));
    }

    /**
     * Returns when a token is to be replaced: that much before its end, but a token that lives shorter than four times
     * that not before three quarters of its life are over. It would be replaced before each request otherwise.
     */
    public static Instant refreshTime(Instant got, Instant expires, Duration early) {
        return got.isAfter(expires.minus(early.multipliedBy(4)))
                ? expires.minus(Duration.between(got, expires).dividedBy(4))
                : expires.minus(early);
    }

    /** The same with nothing to refresh it by. */
    public TokenSet withoutRefreshToken() {
        return new TokenSet(
                issuer,
                resource,
                clientId,
                accessToken,
                null,
                obtained,
                expires,
                grantedScopes,
                requestedScopes,
                dpopKey);
    }

    /** The same, with scopes that the next login is to ask for as well. */
    public TokenSet withRequestedScopes(@Nullable Set<String> more) {
        return new TokenSet(
                issuer,
                resource,
                clientId,
                accessToken,
                refreshToken,
                obtained,
                expires,
                grantedScopes,
                ScopeSelector.union(requestedScopes, more),
                dpopKey);
    }

    public LoginInfo toLoginInfo() {
        return new LoginInfo(issuer, clientId, grantedScopes, expires, refreshToken != null);
    }

    /** For the store. */
    String serialize() {
        return new JsonWriter()
                .beginObject()
                .field("issuer", issuer)
                .field("resource", resource)
                .field("client_id", clientId)
                .field("access_token", accessToken)
                .field("refresh_token", refreshToken)
                .field("got", obtained == null ? null : obtained.toString())
                .field("expires", expires == null ? null : expires.toString())
                .field("granted", Json.of(grantedScopes))
                .field("asked", requestedScopes == null ? null : Json.of(requestedScopes))
                .field("dpop_key", dpopKey)
                .endObject()
                .toJson()
                .toString();
    }

    /**
     * From the store.
     *
     * @throws RuntimeException when it is nothing that was written so
     */
    static TokenSet parse(String text) {
        Json json = Json.parse(text);
        String got = json.string("got");
        String expires = json.string("expires");
        Json asked = json.get("asked");
        return new TokenSet(
                requireText(json, "issuer"),
                requireText(json, "resource"),
                requireText(json, "client_id"),
                requireText(json, "access_token"),
                json.string("refresh_token"),
                got == null ? null : Instant.parse(got),
                expires == null ? null : Instant.parse(expires),
                toSet(json.get("granted")),
                asked == null ? null : toSet(asked),
                json.string("dpop_key"));
    }

    private static Set<String> toSet(@Nullable Json list) {
        Set<String> all = new LinkedHashSet<>();
        if (list != null) {
            list.elements().forEach(element -> all.add(String.valueOf(element.string())));
        }
        return all;
    }

    private static String requireText(Json json, String name) {
        String value = json.string(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no " + name);
        }
        return value;
    }

    /** Without the tokens. */
    @Override
    public String toString() {
        return "Tokens[of " + issuer + " for " + resource + "]";
    }
}
