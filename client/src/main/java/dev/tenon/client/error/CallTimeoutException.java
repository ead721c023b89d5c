package dev.tenon.client.error;

/**
 * Thrown when no response arrived within the timeout. The client notified the server of the cancellation; the server
 * may or may not have executed the call.
 */
public final class CallTimeoutException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public CallTimeoutException(String message) {
        super(message);
    }
}
