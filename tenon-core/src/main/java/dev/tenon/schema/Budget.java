package dev.tenon.schema;

import org.jspecify.annotations.Nullable;

/** What one validation may still spend. */
final class Budget {
    /** The validator hands a regular expression the text alone: the budget of the validation under way is found here. */
    private static final ThreadLocal<Budget> CURRENT = new ThreadLocal<>();

    private static final int STEPS_BETWEEN_LOOKS = 255;

    /** One step pays for reading this many characters of a value. */
    private static final int CHARS_OF_A_STEP = 64;

    private final long deadline;
    private int patternSteps;
    private int looks;

    Budget(SchemaLimits limits) {
        deadline = System.nanoTime() + limits.time().toNanos();
        patternSteps = limits.patternSteps();
    }

    /** Runs a check on this budget. */
    void spend(Runnable check) {
        CURRENT.set(this);
        try {
            check.run();
        } finally {
            CURRENT.remove();
        }
    }

    static @Nullable Budget current() {
        return CURRENT.get();
    }

    void patternSteps(int steps) {
        patternSteps -= steps;
        if (patternSteps < 0) {
            throw new CheckStopped("a regular expression of the schema takes too long on a value");
        }
        step();
    }

    /** Takes the steps for reading so much text, one at least. */
    void reading(int chars) {
        for (int read = 0; read <= chars; read += CHARS_OF_A_STEP) {
            step();
        }
    }

    void step() {
        if ((++looks & STEPS_BETWEEN_LOOKS) == 0 && System.nanoTime() - deadline > 0) {
            throw new CheckStopped("the check takes too long");
        }
    }
}
