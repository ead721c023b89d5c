package dev.tenon.client.error;

/**
 * The server answered with an HTTP status that carries no message of the protocol. The call was not carried out, as far
 * as a status can say.
 */
public class HttpStatusException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * An answer without a message.
     *
     * @param body the beginning of what came with it, for a person to read
     */
    public HttpStatusException(int status, String body) {
        super("HTTP status " + status + (body.isBlank() ? "" : ": " + body));
        this.status = status;
    }

    /** The status, such as 503. */
    public int status() {
        return status;
    }
}
