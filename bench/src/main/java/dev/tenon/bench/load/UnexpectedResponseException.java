package dev.tenon.bench.load;

/** A server has not answered as it has to: what was measured of it is worth nothing. */
public final class UnexpectedResponseException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnexpectedResponseException(String message) {
        super(message);
    }
}
