package dev.tenon.guard.policy;

import java.time.Duration;
import java.util.Set;

/**
 * How often something may happen.
 *
 * @param tools the tools whose calls count
 * @param each for what there is a count of its own; empty for one count for all together
 * @param count how many in each period, at least 1
 * @param period the time, after which as many are free again
 * @param burst how many at once, at least 1
 */
public record Rate(Glob tools, Set<Each> each, int count, Duration period, int burst) {
    /** What counts of its own are kept for. */
    public enum Each {
        /** For every principal. */
        PRINCIPAL,
        /** For every tool. */
        TOOL
    }

    public Rate {
        each = Set.copyOf(each);
        if (count < 1 || burst < 1 || period.isZero() || period.isNegative()) {
            throw new IllegalArgumentException("A rate needs a count, a period and a burst of at least 1");
        }
    }

    /** How long it takes until one more is free. */
    Duration interval() {
        return period.dividedBy(count);
    }
}
