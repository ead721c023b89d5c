package dev.tenon.oauth.server.internal;

import dev.tenon.oauth.server.InvalidTokenException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Validates the lifetime of tokens.
 *
 * @param skew how far the clock of an issuer may be ahead
 * @param expiryGrace how long a token is accepted after its expiry
 */
public record TokenLifetimeValidator(Clock clock, Duration skew, Duration expiryGrace) {
    /** Validates the lifetime and returns the expiry, which is required. */
    public Instant validateRequiringExpiry(ClaimsReader claims) {
        return ClaimsReader.requirePresent("exp", validate(claims));
    }

    /** Validates the lifetime and returns the expiry; null if the token has none. */
    @Nullable public Instant validate(ClaimsReader claims) {
        Instant now = clock.instant();
        Instant expires = claims.date("exp");
        if (expires != null && !now.isBefore(expires.plus(expiryGrace))) {
            throw new InvalidTokenException("expired at " + expires);
        }
        Instant latestAllowed = now.plus(skew);
        Instant notBefore = claims.date("nbf");
        if (notBefore != null && notBefore.isAfter(latestAllowed)) {
            throw new InvalidTokenException("not valid before " + notBefore);
        }
        Instant issued = claims.date("iat");
        if (issued != null && issued.isAfter(latestAllowed)) {
            throw new InvalidTokenException("issued in the future, at " + issued);
        }
        return expires;
    }
}
