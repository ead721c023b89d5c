package dev.tenon.server;

import dev.tenon.json.Json;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, as an {@link Authenticator} established it from the credentials of this very request.
 *
 * @param name unique among all callers: for a token, {@code issuer|subject}
 * @param scopes what the caller may do, everything included that a broader scope implies
 * @param claims what else the credentials say
 * @param expires when the credentials end, and with them every stream and connection that was opened by them; null when
 *     they do not end by themselves
 */
public record Principal(
        String name,
        Set<String> scopes,
        Map<String, Json> claims,
        @Nullable Instant expires) {
    public Principal {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A principal needs a name that is unique among all callers");
        }
        scopes = Set.copyOf(scopes);
        claims = Map.copyOf(claims);
    }

    /** A caller with these claims, who may only do what needs no scope. */
    public Principal(String name, Map<String, Json> claims) {
        this(name, Set.of(), claims, null);
    }

    /** A caller of whom nothing else is known, and who may only do what needs no scope. */
    public Principal(String name) {
        this(name, Map.of());
    }

    /** The same caller with these scopes instead. */
    public Principal withScopes(String... changed) {
        return new Principal(name, Set.of(changed), claims, expires);
    }

    /** The same caller, until then. */
    public Principal withExpires(@Nullable Instant changed) {
        return new Principal(name, scopes, claims, changed);
    }

    /** Whether the caller has all of these scopes. */
    public boolean may(Collection<String> needed) {
        return scopes.containsAll(needed);
    }

    /** Whether the credentials have ended by then. */
    public boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    /** The name only: claims are nobody's business but the handlers'. */
    @Override
    public String toString() {
        return "Principal[" + name + "]";
    }
}
