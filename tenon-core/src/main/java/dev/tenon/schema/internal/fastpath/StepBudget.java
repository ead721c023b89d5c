package dev.tenon.schema.internal.fastpath;

import dev.tenon.schema.SchemaLimits;

/**
 * What an {@link FastValidator} may do for one value. Once more is asked for than there is, nothing is granted any
 * more.
 */
final class StepBudget {
    /** As many as a typical message needs a hundred times over; they take some milliseconds. */
    private static final int MAX_STEPS = 100_000;

    /** A level takes three small frames of the stack. */
    private static final int MAX_LEVELS = 256;

    /** Text that is read through costs a step for so many bytes, as a power of two. */
    private static final int TEXT_BYTES_PER_STEP_LOG2 = 6;

    private int steps;
    private int levels = MAX_LEVELS;

    StepBudget(SchemaLimits limits) {
        steps = Math.min(limits.steps(), MAX_STEPS);
    }

    /** Grants so many steps; else the allowance is spent. */
    boolean trySpend(long count) {
        steps = count <= steps ? steps - (int) count : -1;
        return steps >= 0;
    }

    /** Grants reading through so many bytes, so many times. */
    boolean trySpendReading(int bytes, int times) {
        return trySpend((1L + (bytes >> TEXT_BYTES_PER_STEP_LOG2)) * times);
    }

    /** Grants applying a schema within the one that is applied; {@link #exit()} ends that. */
    boolean tryEnter(int count) {
        levels--;
        return trySpend(levels < 0 ? Long.MAX_VALUE : count);
    }

    void exit() {
        levels++;
    }

    /** Takes away what is left, since something is to be left to the validator. */
    boolean exhaust() {
        return trySpend(Long.MAX_VALUE);
    }

    /** Whether something was not granted. What has been found out since then is worth nothing. */
    boolean isExhausted() {
        return steps < 0;
    }
}
