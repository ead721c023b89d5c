package dev.tenon.oauth.client;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A token that a {@link TokenClient} got.
 *
 * @param value the token: a secret
 * @param expires when it ends, or null when that was not said
 * @param scopes what was granted, as far as is known
 */
public record AccessToken(String value, @Nullable Instant expires, Set<String> scopes) {
    public AccessToken {
        scopes = Set.copyOf(scopes);
    }

    /** The same until then at the latest. */
    public AccessToken endingBy(Instant latest) {
        return expires != null && expires.isBefore(latest) ? this : new AccessToken(value, latest, scopes);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "AccessToken[" + scopes + " until " + expires + "]";
    }
}
