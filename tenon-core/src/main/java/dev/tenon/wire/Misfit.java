package dev.tenon.wire;

/** JSON that does not fit what is expected at some place. It has no stack trace: refusing must be cheap. */
final class Misfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Misfit(String words) {
        super(words, null, false, false);
    }

    /** Which field, what was expected, what came. */
    String words() {
        return String.valueOf(getMessage());
    }
}
