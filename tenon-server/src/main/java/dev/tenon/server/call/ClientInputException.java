package dev.tenon.server.call;

/** The client could not or would not answer a question: it sent an error, no answer, or one that does not fit. */
public final class ClientInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClientInputException(String message) {
        super(message);
    }
}
