package dev.tenon.oauth.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a logout went. In each case nothing is left in the store.
 *
 * @param refreshToken what became of the refresh token
 * @param accessToken what became of the access token
 * @param accessExpires when an access token that was not revoked ends, or null when that is not known
 * @param problem why a token was not revoked, or null when none was left
 */
public record LogoutResult(
        RevocationOutcome refreshToken,
        RevocationOutcome accessToken,
        @Nullable Instant accessExpires,
        @Nullable String problem) {
    /** What became of a token. */
    public enum RevocationOutcome {
        /** There was no such token. */
        ABSENT,
        /** The authorization server has revoked it (RFC 7009). */
        REVOKED,
        /** It is forgotten here, and works elsewhere until it ends. */
        FORGOTTEN
    }

    /** There were no tokens. */
    public static final LogoutResult NO_TOKENS =
            new LogoutResult(RevocationOutcome.ABSENT, RevocationOutcome.ABSENT, null, null);
}
