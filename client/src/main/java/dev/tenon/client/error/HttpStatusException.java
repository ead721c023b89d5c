package dev.tenon.client.error;

/**
 * Thrown when the server responded with an HTTP error status and without a protocol message. Judging by the status,
 * the call was not executed.
 */
public class HttpStatusException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * Creates an exception for a response without a protocol message.
     *
     * @param body the beginning of the response body, for the message
     */
    public HttpStatusException(int status, String body) {
        super("HTTP status " + status + (body.isBlank() ? "" : ": " + body));
        this.status = status;
    }

    /** Returns the HTTP status, such as 503. */
    public int status() {
        return status;
    }
}
