package dev.tenon.oauth.client;

import java.time.Duration;

/**
 * The limits of an {@link OAuthClient}.
 *
 * @param requestTimeout the time limit for a request to an authorization server, including the response body
 * @param maxBodyBytes the maximum size of a response body in bytes, at least 1024
 * @param loginTimeout the time limit for the user to log in
 * @param refreshAhead the time before its expiry at which a token is refreshed
 */
public record OAuthLimits(Duration requestTimeout, int maxBodyBytes, Duration loginTimeout, Duration refreshAhead) {
    /** The defaults: 20 seconds, 256 KiB, 5 minutes, 30 seconds. */
    public static final OAuthLimits DEFAULT =
            new OAuthLimits(Duration.ofSeconds(20), 256 << 10, Duration.ofMinutes(5), Duration.ofSeconds(30));

    public OAuthLimits {
        if (requestTimeout.compareTo(Duration.ZERO) <= 0
                || loginTimeout.compareTo(Duration.ZERO) <= 0
                || refreshAhead.isNegative()
                || maxBodyBytes < 1024) {
            throw new IllegalArgumentException(
                    "Invalid OAuthLimits: times must be positive, maxBodyBytes at least 1024");
        }
    }

    /** Returns a copy with this time limit for a request. */
    public OAuthLimits withRequestTimeout(Duration changed) {
        return new OAuthLimits(changed, maxBodyBytes, loginTimeout, refreshAhead);
    }

    /** Returns a copy with this time limit for the user. */
    public OAuthLimits withLoginTimeout(Duration changed) {
        return new OAuthLimits(requestTimeout, maxBodyBytes, changed, refreshAhead);
    }

    /** Returns a copy with this time between refresh and expiry. */
    public OAuthLimits withRefreshAhead(Duration changed) {
        return new OAuthLimits(requestTimeout, maxBodyBytes, loginTimeout, changed);
    }
}
