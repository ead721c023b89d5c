package dev.tenon.oauth.server.internal;

import dev.tenon.oauth.server.InvalidTokenException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * From when and until when a token counts.
 *
 * @param skew how far the clocks of others may be ahead of this one
 * @param expiryGrace how long a token counts beyond its end
 */
public record TokenLifetimeValidator(Clock clock, Duration skew, Duration expiryGrace) {
    /** The end of the token, which is yet to come, and which it has to have. */
    public Instant requireExpiry(ClaimsReader claims) {
        Instant expires = validate(claims);
        if (expires == null) {
            throw new InvalidTokenException("exp is missing");
        }
        return expires;
    }

    /** The end of the token, which is yet to come; null when it has none. */
    @Nullable public Instant validate(ClaimsReader claims) {
        Instant now = clock.instant();
        Instant expires = claims.date("exp");
        if (expires != null && !now.isBefore(expires.plus(expiryGrace))) {
            throw new InvalidTokenException("expired at " + expires);
        }
        Instant latest = now.plus(skew);
        Instant notBefore = claims.date("nbf");
        if (notBefore != null && notBefore.isAfter(latest)) {
            throw new InvalidTokenException("not valid before " + notBefore);
        }
        Instant issued = claims.date("iat");
        if (issued != null && issued.isAfter(latest)) {
            throw new InvalidTokenException("issued in the future, at " + issued);
        }
        return expires;
    }
}
