package dev.tenon.client.error;

/**
 * No answer came in time. The server was told that the call is cancelled; whether it did what was asked is not known.
 */
public final class CallTimeoutException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public CallTimeoutException(String message) {
        super(message);
    }
}
