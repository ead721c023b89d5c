package dev.tenon.codec.internal;

/** JSON that does not fit what is expected at some place. It has no stack trace: refusing must be cheap. */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DecodeException(String words) {
        super(words, null, false, false);
    }

    /** Which field, what was expected, what came. */
    public String description() {
        return String.valueOf(getMessage());
    }
}
