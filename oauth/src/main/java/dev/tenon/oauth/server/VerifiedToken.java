package dev.tenon.oauth.server;

import dev.tenon.json.Json;
import dev.tenon.oauth.server.internal.ClaimsReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contents of an accepted token, without the token itself.
 *
 * @param name the unique name of the caller: {@code issuer|subject} for a token of an authorization server
 * @param scopes the granted scopes
 * @param claims all claims of the token, for handlers
 * @param expires when it expires, or null if it does not
 * @param boundKey the thumbprint (RFC 7638, SHA-256) of the key to which the token is bound (RFC 9449, {@code
 *     cnf.jkt}), or null for a bearer token
 */
public record VerifiedToken(
        String name,
        Set<String> scopes,
        Map<String, Json> claims,
        @Nullable Instant expires,
        @Nullable String boundKey) {
    public VerifiedToken {
        scopes = Set.copyOf(scopes);
        claims = Map.copyOf(claims);
    }

    /**
     * Creates the contents of a token of an authorization server.
     *
     * @throws InvalidTokenException if a claim is missing or invalid
     */
    static VerifiedToken ofClaims(
            String issuer, ClaimsReader claims, List<String> scopeClaims, @Nullable Instant expires) {
        String name = issuer + "|" + claims.requiredText("sub");
        return new VerifiedToken(
                name, claims.scopesOfFirstPresent(scopeClaims), claims.asMap(), expires, claims.keyThumbprint());
    }

    /** Creates a token with only a name: without scopes and claims, without expiry, not bound to a key. */
    public static VerifiedToken of(String name) {
        return new VerifiedToken(name, Set.of(), Map.of(), null, null);
    }

    /** Returns a copy with these scopes. */
    public VerifiedToken withScopes(Set<String> changed) {
        return new VerifiedToken(name, changed, claims, expires, boundKey);
    }

    /** Returns a copy with these claims. */
    public VerifiedToken withClaims(Map<String, Json> changed) {
        return new VerifiedToken(name, scopes, changed, expires, boundKey);
    }

    /** Returns a copy with this expiry. */
    public VerifiedToken withExpires(@Nullable Instant changed) {
        return new VerifiedToken(name, scopes, claims, changed, boundKey);
    }

    /** Returns a copy that is bound to the key with this thumbprint. */
    public VerifiedToken withBoundKey(@Nullable String thumbprint) {
        return new VerifiedToken(name, scopes, claims, expires, thumbprint);
    }

    /** Returns the name only, because claims can contain personal data. */
    @Override
    public String toString() {
        return "VerifiedToken[" + name + "]";
    }
}
