package dev.tenon.schema.internal.regex;

/**
 * Thrown when a validation exceeds a limit. It is an {@link Error}, so that the validator library between the place
 * that throws and the place that catches it neither catches nor logs it. It has no stack trace, since it does not
 * indicate a defect of the program.
 */
public final class ValidationLimitError extends Error {
    private static final long serialVersionUID = 1L;

    public ValidationLimitError(String reason) {
        super(reason, null, false, false);
    }
}
