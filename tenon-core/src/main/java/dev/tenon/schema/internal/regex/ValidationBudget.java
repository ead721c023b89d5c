package dev.tenon.schema.internal.regex;

import dev.tenon.schema.SchemaLimits;
import org.jspecify.annotations.Nullable;

/** What one validation may still spend. */
public final class ValidationBudget {
    /**
     * The validator hands a regular expression the text alone: the budget of the validation under way is found here.
     */
    private static final ThreadLocal<ValidationBudget> CURRENT = new ThreadLocal<>();

    private static final int CLOCK_CHECK_MASK = 255;

    /** One step pays for reading this many characters of a value. */
    private static final int CHARS_PER_STEP = 64;

    private final long deadline;
    private int regexSteps;
    private int stepCount;

    public ValidationBudget(SchemaLimits limits) {
        deadline = System.nanoTime() + limits.timeout().toNanos();
        regexSteps = limits.patternSteps();
    }

    /** Runs a check on this budget. */
    public void run(Runnable check) {
        CURRENT.set(this);
        try {
            check.run();
        } finally {
            CURRENT.remove();
        }
    }

    static @Nullable public ValidationBudget current() {
        return CURRENT.get();
    }

    void chargeRegexSteps(int steps) {
        regexSteps -= steps;
        if (regexSteps < 0) {
            throw new ValidationLimitError("a regular expression of the schema takes too long on a value");
        }
        chargeStep();
    }

    /** Takes the steps for reading so much text, one at least. */
    public void chargeReading(int chars) {
        for (int read = 0; read <= chars; read += CHARS_PER_STEP) {
            chargeStep();
        }
    }

    public void chargeStep() {
        if ((++stepCount & CLOCK_CHECK_MASK) == 0 && System.nanoTime() - deadline > 0) {
            throw new ValidationLimitError("the check takes too long");
        }
    }
}
