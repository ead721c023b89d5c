package dev.tenon.schema.internal.regex;

import dev.tenon.schema.SchemaLimits;
import org.jspecify.annotations.Nullable;

/** Limits the time of one validation, and the steps of its regular expressions. */
public final class ValidationBudget {
    /**
     * The budget of the validation in progress on this thread, since the validator library passes only the text to a
     * regular expression.
     */
    private static final ThreadLocal<ValidationBudget> CURRENT = new ThreadLocal<>();

    private static final int CLOCK_CHECK_MASK = 255;

    /** The number of characters of a value whose reading costs a step. */
    private static final int CHARS_PER_STEP = 64;

    private final long deadline;
    private int regexSteps;
    private int stepCount;

    public ValidationBudget(SchemaLimits limits) {
        deadline = System.nanoTime() + limits.timeout().toNanos();
        regexSteps = limits.patternSteps();
    }

    /** Runs a validation with this budget. */
    public void run(Runnable validation) {
        CURRENT.set(this);
        try {
            validation.run();
        } finally {
            CURRENT.remove();
        }
    }

    public static @Nullable ValidationBudget current() {
        return CURRENT.get();
    }

    void chargeRegexSteps(int steps) {
        regexSteps -= steps;
        if (regexSteps < 0) {
            throw new ValidationLimitError("a regular expression of the schema takes too long on a value");
        }
        countStepAndCheckTimeout();
    }

    /**
     * Counts the steps to read a text: one, and one more per 64 characters.
     *
     * @throws ValidationLimitError if the timeout has passed; the number of these steps is not limited
     */
    public void chargeReading(int chars) {
        for (int read = 0; read <= chars; read += CHARS_PER_STEP) {
            countStepAndCheckTimeout();
        }
    }

    /**
     * Counts a step, and checks the time at every 256th step. The number of these steps is not limited.
     *
     * @throws ValidationLimitError if the timeout has passed
     */
    public void countStepAndCheckTimeout() {
        if ((++stepCount & CLOCK_CHECK_MASK) == 0 && System.nanoTime() - deadline > 0) {
            throw new ValidationLimitError("the check takes too long");
        }
    }
}
