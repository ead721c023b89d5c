package dev.tenon.guard.policy.limit;

import dev.tenon.guard.policy.Glob;
import java.time.Duration;
import java.util.Set;

/**
 * Limits how often tools may be called.
 *
 * @param tools the tools whose calls are counted
 * @param keys what calls are counted by; empty for one count for all calls
 * @param count the number of calls per period, at least 1
 * @param period the period, after which {@code count} further calls are allowed
 * @param burst the number of calls allowed at once, at least 1
 */
public record RateLimit(Glob tools, Set<RateKey> keys, int count, Duration period, int burst) {
    /** What separate counts are kept for. */
    public enum RateKey {
        /** One count per principal. */
        PRINCIPAL,
        /** One count per tool. */
        TOOL
    }

    public RateLimit {
        keys = Set.copyOf(keys);
        if (count < 1 || burst < 1 || period.isZero() || period.isNegative()) {
            throw new IllegalArgumentException("A rate needs a count, a period and a burst of at least 1");
        }
    }

    /** Returns the time after which one further call is allowed. */
    Duration refillInterval() {
        return period.dividedBy(count);
    }
}
