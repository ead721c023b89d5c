package dev.tenon.bench.load;

/** A server has not answered as it has to: what was measured of it is worth nothing. */
public final class WrongAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongAnswerException(String message) {
        super(message);
    }
}
