package dev.tenon.schema;

/** What an {@link Acceptor} may do for one value. Once more is asked for than there is, nothing is granted any more. */
final class Allowance {
    /** As many as a typical message needs a hundred times over; they take some milliseconds. */
    private static final int MOST_STEPS = 100_000;

    /** A level takes three small frames of the stack. */
    private static final int MOST_LEVELS = 256;

    /** Text that is read through costs a step for so many bytes, as a power of two. */
    private static final int STEP_OF_TEXT = 6;

    private int steps;
    private int levels = MOST_LEVELS;

    Allowance(SchemaLimits limits) {
        steps = Math.min(limits.steps(), MOST_STEPS);
    }

    /** Grants so many steps; else the allowance is spent. */
    boolean steps(long count) {
        steps = count <= steps ? steps - (int) count : -1;
        return steps >= 0;
    }

    /** Grants reading through so many bytes, so many times. */
    boolean reading(int bytes, int times) {
        return steps((1L + (bytes >> STEP_OF_TEXT)) * times);
    }

    /** Grants applying a schema within the one that is applied; {@link #leave()} ends that. */
    boolean enter(int count) {
        levels--;
        return steps(levels < 0 ? Long.MAX_VALUE : count);
    }

    void leave() {
        levels++;
    }

    /** Takes away what is left, since something is to be left to the validator. */
    boolean giveUp() {
        return steps(Long.MAX_VALUE);
    }

    /** Whether something was not granted. What has been found out since then is worth nothing. */
    boolean isSpent() {
        return steps < 0;
    }
}
