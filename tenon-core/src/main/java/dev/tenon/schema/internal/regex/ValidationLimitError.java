package dev.tenon.schema.internal.regex;

/**
 * A check that was given up because it took too long. It is an {@link Error} so that the validator between us and the
 * one who throws it neither catches nor logs it, and has no stack trace, since it is no fault of the program.
 */
public final class ValidationLimitError extends Error {
    private static final long serialVersionUID = 1L;

    public ValidationLimitError(String why) {
        super(why, null, false, false);
    }
}
