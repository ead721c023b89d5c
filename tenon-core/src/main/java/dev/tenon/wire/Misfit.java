package dev.tenon.wire;

/** JSON that does not fit what is expected at some place. It has no stack trace: refusing must be cheap. */
final class Misfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Misfit(String message) {
        super(message, null, false, false);
    }
}
