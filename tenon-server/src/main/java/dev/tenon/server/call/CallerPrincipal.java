package dev.tenon.server.call;

import dev.tenon.json.Json;
import dev.tenon.server.http.RequestAuthenticator;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, as an {@link RequestAuthenticator} established it from the credentials of this very request.
 *
 * @param name unique among all callers: for a token, {@code issuer|subject}
 * @param scopes what the caller may do, everything included that a broader scope implies
 * @param claims what else the credentials say
 * @param expiresAt when the credentials end, and with them every stream and connection that was opened by them; null
 *     when they do not end by themselves
 */
public record CallerPrincipal(
        String name,
        Set<String> scopes,
        Map<String, Json> claims,
        @Nullable Instant expiresAt) {
    public CallerPrincipal {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A principal needs a name that is unique among all callers");
        }
        scopes = Set.copyOf(scopes);
        claims = Map.copyOf(claims);
    }

    /** A caller with these claims, who may only do what needs no scope. */
    public CallerPrincipal(String name, Map<String, Json> claims) {
        this(name, Set.of(), claims, null);
    }

    /** A caller of whom nothing else is known, and who may only do what needs no scope. */
    public CallerPrincipal(String name) {
        this(name, Map.of());
    }

    /** The same caller with these scopes instead. */
    public CallerPrincipal withScopes(String... changed) {
        return new CallerPrincipal(name, Set.of(changed), claims, expiresAt);
    }

    /** The same caller, until then. */
    public CallerPrincipal withExpires(@Nullable Instant changed) {
        return new CallerPrincipal(name, scopes, claims, changed);
    }

    /** Whether the caller has all of these scopes. */
    public boolean hasScopes(Collection<String> needed) {
        return scopes.containsAll(needed);
    }

    /** Whether the credentials have ended by then. */
    public boolean isExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    /** The name only: claims are nobody's business but the handlers'. */
    @Override
    public String toString() {
        return "Principal[" + name + "]";
    }
}
