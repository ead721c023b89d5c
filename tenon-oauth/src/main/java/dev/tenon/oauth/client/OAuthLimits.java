package dev.tenon.oauth.client;

import java.time.Duration;

/**
 * The bounds of getting in.
 *
 * @param requestTime how long one request to an authorization server may take, with its whole answer
 * @param bodyBytes the largest answer that is read
 * @param loginTime how long a person has to log in
 * @param early how long before its end a token is refreshed
 */
public record OAuthLimits(Duration requestTime, int bodyBytes, Duration loginTime, Duration early) {
    /** 20 seconds, 256 KiB, 5 minutes, 30 seconds. */
    public static final OAuthLimits DEFAULT =
            new OAuthLimits(Duration.ofSeconds(20), 256 << 10, Duration.ofMinutes(5), Duration.ofSeconds(30));

    public OAuthLimits {
        if (!isPositive(requestTime) || !isPositive(loginTime) || early.isNegative() || bodyBytes < 1024) {
            throw new IllegalArgumentException("Times are positive, and a body has at least 1024 bytes");
        }
    }

    private static boolean isPositive(Duration time) {
        return !time.isNegative() && !time.isZero();
    }

    /** With so much time for a request. */
    public OAuthLimits withRequestTime(Duration changed) {
        return new OAuthLimits(changed, bodyBytes, loginTime, early);
    }

    /** With so much time for a person. */
    public OAuthLimits withLoginTime(Duration changed) {
        return new OAuthLimits(requestTime, bodyBytes, changed, early);
    }

    /** Refreshing so early. */
    public OAuthLimits withEarly(Duration changed) {
        return new OAuthLimits(requestTime, bodyBytes, loginTime, changed);
    }
}
