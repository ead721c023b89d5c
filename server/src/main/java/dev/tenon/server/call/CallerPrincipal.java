package dev.tenon.server.call;

import dev.tenon.json.Json;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller that a {@code RequestAuthenticator} established from the credentials of the request.
 *
 * @param name unique among all callers; for a token {@code issuer|subject}
 * @param scopes the scopes of the caller, including those that a broader scope implies
 * @param claims further claims of the credentials
 * @param expiresAt when the credentials expire, and with them all streams and connections that they opened; null if
 *     they do not expire
 */
public record CallerPrincipal(
        String name,
        Set<String> scopes,
        Map<String, Json> claims,
        @Nullable Instant expiresAt) {
    public CallerPrincipal {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank: it has to be unique among all callers");
        }
        scopes = Set.copyOf(scopes);
        claims = Map.copyOf(claims);
    }

    /** Creates a caller with these claims and without scopes, whose credentials do not expire. */
    public CallerPrincipal(String name, Map<String, Json> claims) {
        this(name, Set.of(), claims, null);
    }

    /** Creates a caller without claims and scopes, whose credentials do not expire. */
    public CallerPrincipal(String name) {
        this(name, Map.of());
    }

    /** Returns a copy with these scopes. */
    public CallerPrincipal withScopes(String... changed) {
        return new CallerPrincipal(name, Set.of(changed), claims, expiresAt);
    }

    /** Returns a copy with this expiry time; null if the credentials do not expire. */
    public CallerPrincipal withExpires(@Nullable Instant changed) {
        return new CallerPrincipal(name, scopes, claims, changed);
    }

    /** Returns whether the caller has all of these scopes. */
    public boolean hasScopes(Collection<String> needed) {
        return scopes.containsAll(needed);
    }

    /** Returns whether the credentials have expired at this time. */
    public boolean isExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    /** Returns the name only, because claims can be confidential. */
    @Override
    public String toString() {
        return "Principal[" + name + "]";
    }
}
