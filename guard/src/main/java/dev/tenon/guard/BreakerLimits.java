package dev.tenon.guard;

import java.time.Duration;

/**
 * Limits of the circuit breaker of an upstream server: how many connection or start failures open it, and when it
 * retries.
 *
 * @param failures consecutive failures that open the breaker; while it is open, the guard rejects requests at once
 * @param failureWindow the time within which these failures must occur
 * @param initialDelay the time from opening to the first retry, which is a single request
 * @param maxDelay the upper limit of the delay, which doubles with each failed retry
 */
public record BreakerLimits(int failures, Duration failureWindow, Duration initialDelay, Duration maxDelay) {
    /** Five failures within one minute; retries after one second, doubling up to one minute. */
    public static final BreakerLimits DEFAULT =
            new BreakerLimits(5, Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofMinutes(1));

    /**
     * Validates the limits.
     *
     * @throws IllegalArgumentException if {@code failures} is less than 1 or a duration is negative
     */
    public BreakerLimits {
        if (failures < 1 || failureWindow.isNegative() || initialDelay.isNegative() || maxDelay.isNegative()) {
            throw new IllegalArgumentException("failures must be at least 1, and durations must not be negative");
        }
    }
}
