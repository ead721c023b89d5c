package dev.tenon.oauth.server;

import dev.tenon.json.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token that was accepted says. The token itself is not in it: nothing here can be used again.
 *
 * @param name the caller, unique among all: {@code issuer|subject} for a token of an authorization server
 * @param scopes what was granted
 * @param claims everything that the token says, for handlers
 * @param expires when it ends, or null when it does not end by itself
 * @param boundKey the thumbprint (RFC 7638, SHA-256) of the key that the caller has to prove (RFC 9449, {@code
 *     cnf.jkt}), or null for a token that whoever has it may use
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

    /** The name of a caller to whom an authorization server gave a token: {@code issuer|subject}. */
    static String principalName(String issuer, String subject) {
        return issuer + "|" + subject;
    }

    /** A token of which only the caller is known; it grants nothing, does not end, and is bound to no key. */
    public static VerifiedToken of(String name) {
        return new VerifiedToken(name, Set.of(), Map.of(), null, null);
    }

    /** The same with these scopes. */
    public VerifiedToken withScopes(Set<String> changed) {
        return new VerifiedToken(name, changed, claims, expires, boundKey);
    }

    /** The same with these claims. */
    public VerifiedToken withClaims(Map<String, Json> changed) {
        return new VerifiedToken(name, scopes, changed, expires, boundKey);
    }

    /** The same until then. */
    public VerifiedToken withExpires(@Nullable Instant changed) {
        return new VerifiedToken(name, scopes, claims, changed, boundKey);
    }

    /** The same bound to the key of that thumbprint. */
    public VerifiedToken withBoundKey(@Nullable String thumbprint) {
        return new VerifiedToken(name, scopes, claims, expires, thumbprint);
    }

    /** The name only, as claims may be personal. */
    @Override
    public String toString() {
        return "VerifiedToken[" + name + "]";
    }
}
