package dev.tenon.client.error;

/**
 * Thrown when this side cancelled the call: through its {@code Cancellation}, or because the calling thread was
 * interrupted. The server may or may not have executed it.
 */
public final class CallCancelledException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public CallCancelledException(String message) {
        super(message);
    }
}
