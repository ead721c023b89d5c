package dev.tenon.server;

/** The client could not or would not answer a question: it sent an error, no answer, or one that does not fit. */
public final class AskFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AskFailedException(String message) {
        super(message);
    }
}
