package dev.tenon.guard;

import java.time.Duration;

/**
 * When a server that cannot be reached, or a command that does not start, is left alone, and how long.
 *
 * @param failures so many failures in a row open the breaker: requests are then refused at once
 * @param failureWindow the time in which they must happen
 * @param initialDelay how long it is then left alone, before one request may try
 * @param maxDelay the delay doubles with each try in vain, up to this
 */
public record BreakerLimits(int failures, Duration failureWindow, Duration initialDelay, Duration maxDelay) {
    /** Five failures within a minute; a second, doubling up to a minute. */
    public static final BreakerLimits DEFAULT =
            new BreakerLimits(5, Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofMinutes(1));

    public BreakerLimits {
        if (failures < 1 || failureWindow.isNegative() || initialDelay.isNegative() || maxDelay.isNegative()) {
            throw new IllegalArgumentException("At least one failure, and no time below zero");
        }
    }
}
