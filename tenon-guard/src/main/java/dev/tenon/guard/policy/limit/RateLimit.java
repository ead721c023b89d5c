package dev.tenon.guard.policy.limit;

import dev.tenon.guard.policy.Glob;
import java.time.Duration;
import java.util.Set;

/**
 * How often something may happen.
 *
 * @param tools the tools whose calls count
 * @param keys for what there is a count of its own; empty for one count for all together
 * @param count how many in each period, at least 1
 * @param period the time, after which as many are free again
 * @param burst how many at once, at least 1
 */
public record RateLimit(Glob tools, Set<RateKey> keys, int count, Duration period, int burst) {
    /** What counts of its own are kept for. */
    public enum RateKey {
        /** For every principal. */
        PRINCIPAL,
        /** For every tool. */
        TOOL
    }

    public RateLimit {
        keys = Set.copyOf(keys);
        if (count < 1 || burst < 1 || period.isZero() || period.isNegative()) {
            throw new IllegalArgumentException("A rate needs a count, a period and a burst of at least 1");
        }
    }

    /** How long it takes until one more is free. */
    Duration refillInterval() {
        return period.dividedBy(count);
    }
}
