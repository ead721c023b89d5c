package dev.tenon.client.error;

/** Thrown when the server does not support the method or capability in the negotiated revision. Nothing was sent. */
public final class NotSupportedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public NotSupportedException(String message) {
        super(message);
    }
}
