package dev.tenon.bench.load;

/** Thrown if a server sends a wrong response, which invalidates the measurement. */
public final class UnexpectedResponseException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnexpectedResponseException(String message) {
        super(message);
    }
}
