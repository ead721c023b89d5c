package dev.tenon.oauth.client;

import java.time.Duration;

/**
 * The bounds of getting in.
 *
 * @param requestTimeout how long one request to an authorization server may take, with its whole answer
 * @param maxBodyBytes the largest answer that is read
 * @param loginTimeout how long a person has to log in
 * @param refreshAhead how long before its end a token is refreshed
 */
public record OAuthLimits(Duration requestTimeout, int maxBodyBytes, Duration loginTimeout, Duration refreshAhead) {
    /** 20 seconds, 256 KiB, 5 minutes, 30 seconds. */
    public static final OAuthLimits DEFAULT =
            new OAuthLimits(Duration.ofSeconds(20), 256 << 10, Duration.ofMinutes(5), Duration.ofSeconds(30));

    public OAuthLimits {
        if (!isPositive(requestTimeout)
                || !isPositive(loginTimeout)
                || refreshAhead.isNegative()
                || maxBodyBytes < 1024) {
            throw new IllegalArgumentException("Times are positive, and a body has at least 1024 bytes");
        }
    }

    private static boolean isPositive(Duration time) {
        return !time.isNegative() && !time.isZero();
    }

    /** With so much time for a request. */
    public OAuthLimits withRequestTimeout(Duration changed) {
        return new OAuthLimits(changed, maxBodyBytes, loginTimeout, refreshAhead);
    }

    /** With so much time for a person. */
    public OAuthLimits withLoginTimeout(Duration changed) {
        return new OAuthLimits(requestTimeout, maxBodyBytes, changed, refreshAhead);
    }

    /** Refreshing so early. */
    public OAuthLimits withRefreshAhead(Duration changed) {
        return new OAuthLimits(requestTimeout, maxBodyBytes, loginTimeout, changed);
    }
}
