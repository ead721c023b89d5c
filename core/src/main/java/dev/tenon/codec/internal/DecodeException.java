package dev.tenon.codec.internal;

/** Thrown if JSON does not have the expected shape. It has no stack trace because rejecting a message must be cheap. */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DecodeException(String description) {
        super(description, null, false, false);
    }

    /** Returns the field, what was expected and what was received. */
    public String description() {
        return String.valueOf(getMessage());
    }
}
