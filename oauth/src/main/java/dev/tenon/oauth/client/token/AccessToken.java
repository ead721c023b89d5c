package dev.tenon.oauth.client.token;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An access token of a {@link TokenClient}.
 *
 * @param value the token, a secret
 * @param expiresAt when it expires, or null if unknown
 * @param scopes the granted scopes, or the requested ones if the server did not name any
 */
public record AccessToken(String value, @Nullable Instant expiresAt, Set<String> scopes) {
    public AccessToken {
        scopes = Set.copyOf(scopes);
    }

    /** Returns a copy that expires at this time or earlier. */
    public AccessToken withLatestExpiry(Instant latest) {
        return expiresAt != null && expiresAt.isBefore(latest) ? this : new AccessToken(value, latest, scopes);
    }

    /** Returns the scopes and the expiry, without the token. */
    @Override
    public String toString() {
        return "AccessToken[" + scopes + " until " + expiresAt + "]";
    }
}
