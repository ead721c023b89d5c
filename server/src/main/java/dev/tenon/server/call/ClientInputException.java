package dev.tenon.server.call;

/** Thrown if the client does not respond to an input request, or responds with an error or an invalid value. */
public final class ClientInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClientInputException(String message) {
        super(message);
    }
}
