package dev.tenon.oauth.client.internal.store;

import java.time.Duration;
import java.time.Instant;

/** Decides when an access token is renewed, which is before it expires. */
public final class TokenRenewalPolicy {
    private static final int SHORT_LIFETIME_FACTOR = 4;

    private TokenRenewalPolicy() {}

    /**
     * Returns when to renew a token: {@code early} before its expiry. A token whose lifetime is shorter than four times
     * {@code early} is renewed after three quarters of its lifetime; otherwise it would be renewed before each request.
     */
    public static Instant renewalTime(Instant obtainedAt, Instant expires, Duration early) {
        boolean isShort = obtainedAt.isAfter(expires.minus(early.multipliedBy(SHORT_LIFETIME_FACTOR)));
        return isShort
                ? expires.minus(Duration.between(obtainedAt, expires).dividedBy(SHORT_LIFETIME_FACTOR))
                : expires.minus(early);
    }
}
