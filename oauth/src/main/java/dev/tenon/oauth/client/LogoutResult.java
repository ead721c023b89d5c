package dev.tenon.oauth.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a logout. The tokens are removed from the store in any case.
 *
 * @param refreshToken the outcome for the refresh token
 * @param accessToken the outcome for the access token
 * @param accessTokenExpiry when an access token that was not revoked expires, or null if unknown
 * @param problem why a token was not revoked, or null if all were
 */
public record LogoutResult(
        RevocationOutcome refreshToken,
        RevocationOutcome accessToken,
        @Nullable Instant accessTokenExpiry,
        @Nullable String problem) {
    /** The outcome for a token. */
    public enum RevocationOutcome {
        /** There was no such token. */
        ABSENT,
        /** The authorization server has revoked it (RFC 7009). */
        REVOKED,
        /** The client deleted it, but it remains valid until it expires. */
        DELETED_LOCALLY
    }

    /** The result if there were no tokens. */
    public static final LogoutResult NO_TOKENS =
            new LogoutResult(RevocationOutcome.ABSENT, RevocationOutcome.ABSENT, null, null);
}
