package dev.tenon.oauth.client.token;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A token that a {@link TokenClient} got.
 *
 * @param value the token: a secret
 * @param expiresAt when it ends, or null when that was not said
 * @param scopes what was granted, as far as is known
 */
public record AccessToken(String value, @Nullable Instant expiresAt, Set<String> scopes) {
    public AccessToken {
        scopes = Set.copyOf(scopes);
    }

    /** The same until then at the latest. */
    public AccessToken withLatestExpiry(Instant latest) {
        return expiresAt != null && expiresAt.isBefore(latest) ? this : new AccessToken(value, latest, scopes);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "AccessToken[" + scopes + " until " + expiresAt + "]";
    }
}
