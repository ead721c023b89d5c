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
 * The tokens that an authorization server issued for one server.
 *
 * @param issuer the issuer, the only server that receives the refresh token
 * @param resource the resource identifier of the token request
 * @param clientId the client to which they were issued
 * @param obtained when they were issued, or null if an older version stored them
 * @param expires when the access token expires, or null if unknown
 * @param grantedScopes the granted scopes, or the requested ones if the server did not name any
 * @param requestedScopes all scopes that were requested so far, or null if none were named
 * @param dpopKey the key to which the tokens are bound, as a private JWK, or null
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
    /** The maximum lifetime, one year; longer values are reduced to it. */
    private static final long MAX_LIFETIME_SECONDS = 366L * 24 * 60 * 60;

    /** Creates a set without tokens. */
    public static TokenSet empty(String issuer, String resource, String clientId, @Nullable Set<String> requested) {
        Set<String> granted = requested == null ? Set.of() : requested;
        return new TokenSet(issuer, resource, clientId, "", null, null, null, granted, requested, null);
    }

    /**
     * Returns a copy with the tokens of a response. A refresh token that is not replaced remains valid (OAuth 2.1,
     * section 4.3).
     *
     * @param key the key of the request, or null
     * @param mustBind whether to reject a token that is not bound to a key
     * @throws AuthorizationException if the token is unusable
     */
    public TokenSet withResponse(AccessTokenResponse response, @Nullable DpopKey key, boolean mustBind, Clock clock) {
        AccessToken issued = response.getTokens().getAccessToken();
        String type = issued.getType().getValue();
        boolean isBound = type.equalsIgnoreCase("DPoP");
        if (!isBound && !type.equalsIgnoreCase("Bearer") || isBound && key == null) {
            throw new AuthorizationException(
                    "The authorization server issued a token of a type that was not requested: "
                            + Excerpts.quote(type));
        }
        if (!isBound && mustBind) {
            throw new AuthorizationException(
                    "The authorization server issued a token that is not bound to the key of the client");
        }
        RefreshToken newRefreshToken = response.getTokens().getRefreshToken();
        Scope scope = issued.getScope();
        long seconds = Math.min(issued.getLifetime(), MAX_LIFETIME_SECONDS);
        Instant now = clock.instant();
        return new TokenSet(
                issuer,
                resource,
                clientId,
                requireHeaderSafe(issued.getValue()),
                newRefreshToken == null ? refreshToken : requireHeaderSafe(newRefreshToken.getValue()),
                now,
                seconds <= 0 ? null : now.plusSeconds(seconds),
                scope == null ? grantedScopes : new LinkedHashSet<>(scope.toStringList()),
                requestedScopes,
                isBound && key != null ? key.toJwk() : null);
    }

    /** Checks that the token has only visible characters, because it is sent in a header (RFC 6750, section 2.1). */
    private static String requireHeaderSafe(String token) {
        if (token.length() > MAX_TOKEN_CHARS || token.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
            throw new AuthorizationException("The authorization server issued a token that is not valid in a header");
        }
        return token;
    }

    public boolean isDpopBound() {
        return dpopKey != null;
    }

    /**
     * Returns the key to which the tokens are bound, or null.
     *
     * @throws AuthorizationException if it is unreadable
     */
    @Nullable public DpopKey parseDpopKey() {
        return dpopKey == null ? null : DpopKey.parse(dpopKey);
    }

    /** Returns whether the access token has expired at this time. */
    public boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    /** Returns whether the access token must be replaced at this time. */
    public boolean isRenewalDue(Instant now, Duration early) {
        return expires != null
                && !now.isBefore(
                        TokenRenewalPolicy.renewalTime(obtained == null ? Instant.MIN : obtained, expires, early));
    }

    /** Returns a copy without the refresh token. */
    public TokenSet withoutRefreshToken() {
        return copyWith(null, requestedScopes);
    }

    /** Returns a copy with additional scopes for the next login. */
    public TokenSet withRequestedScopes(@Nullable Set<String> more) {
        return copyWith(refreshToken, ScopeSelector.unionWithinLimits(requestedScopes, more));
    }

    private TokenSet copyWith(@Nullable String newRefreshToken, @Nullable Set<String> newRequestedScopes) {
        return new TokenSet(
                issuer,
                resource,
                clientId,
                accessToken,
                newRefreshToken,
                obtained,
                expires,
                grantedScopes,
                newRequestedScopes,
                dpopKey);
    }

    public LoginInfo toLoginInfo() {
        return new LoginInfo(issuer, clientId, grantedScopes, expires, refreshToken != null);
    }

    /** Returns the text for the store. */
    String serialize() {
        return new JsonWriter()
                .beginObject()
                .fieldUnlessNull("issuer", issuer)
                .fieldUnlessNull("resource", resource)
                .fieldUnlessNull("client_id", clientId)
                .fieldUnlessNull("access_token", accessToken)
                .fieldUnlessNull("refresh_token", refreshToken)
                .fieldUnlessNull("got", obtained == null ? null : obtained.toString())
                .fieldUnlessNull("expires", expires == null ? null : expires.toString())
                .fieldUnlessNull("granted", Json.of(grantedScopes))
                .fieldUnlessNull("asked", requestedScopes == null ? null : Json.of(requestedScopes))
                .fieldUnlessNull("dpop_key", dpopKey)
                .endObject()
                .toJson()
                .toString();
    }

    /**
     * Parses the text from the store.
     *
     * @throws RuntimeException if {@link #serialize} did not write the text
     */
    static TokenSet parse(String text) {
        Json json = Json.parse(text);
        String obtainedAt = json.string("got");
        String expires = json.string("expires");
        Json requested = json.get("asked");
        return new TokenSet(
                requireText(json, "issuer"),
                requireText(json, "resource"),
                requireText(json, "client_id"),
                requireText(json, "access_token"),
                json.string("refresh_token"),
                obtainedAt == null ? null : Instant.parse(obtainedAt),
                expires == null ? null : Instant.parse(expires),
                jsonArrayToSet(json.get("granted")),
                requested == null ? null : jsonArrayToSet(requested),
                json.string("dpop_key"));
    }

    private static Set<String> jsonArrayToSet(@Nullable Json list) {
        Set<String> all = new LinkedHashSet<>();
        if (list != null) {
            list.elements().forEach(element -> all.add(String.valueOf(element.string())));
        }
        return all;
    }

    private static String requireText(Json json, String name) {
        String value = json.string(name);
        if (value == null) {
            throw new IllegalArgumentException("Missing member: " + name);
        }
        return value;
    }

    /** Returns the issuer and resource, without the tokens. */
    @Override
    public String toString() {
        return "TokenSet[of " + issuer + " for " + resource + "]";
    }
}
