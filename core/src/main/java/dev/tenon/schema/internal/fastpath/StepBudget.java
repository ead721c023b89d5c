package dev.tenon.schema.internal.fastpath;

import dev.tenon.schema.SchemaLimits;

/**
 * Limits the steps and the nesting that a {@link FastValidator} spends on one value. Once a request exceeds the rest,
 * the budget is exhausted and all later requests fail.
 */
final class StepBudget {
    /** A hundred times the need of a typical message; they take some milliseconds. */
    private static final int MAX_STEPS = 100_000;

    /** The maximum nesting; a level takes three small stack frames. */
    private static final int MAX_LEVELS = 256;

    /** The number of bytes whose reading costs a step, as a power of two. */
    private static final int TEXT_BYTES_PER_STEP_LOG2 = 6;

    private int steps;
    private int levels = MAX_LEVELS;

    StepBudget(SchemaLimits limits) {
        steps = Math.min(limits.steps(), MAX_STEPS);
    }

    /** Spends steps; when there are not enough, the budget becomes exhausted and {@code false} is returned. */
    boolean trySpend(long count) {
        steps = count <= steps ? steps - (int) count : -1;
        return steps >= 0;
    }

    /** Spends the steps for reading a number of bytes a number of times. */
    boolean trySpendReading(int bytes, int times) {
        return trySpend((1L + (bytes >> TEXT_BYTES_PER_STEP_LOG2)) * times);
    }

    /** Enters a nested schema, until {@link #exitSchema()}, and spends steps. */
    boolean tryEnterSchemaAndSpend(int count) {
        levels--;
        return trySpend(levels < 0 ? Long.MAX_VALUE : count);
    }

    void exitSchema() {
        levels++;
    }

    /** Exhausts the budget, so that the validator library decides; returns {@code false}. */
    boolean exhaust() {
        return trySpend(Long.MAX_VALUE);
    }

    /** Returns whether a request failed. Results of checks after that are meaningless. */
    boolean isExhausted() {
        return steps < 0;
    }
}
