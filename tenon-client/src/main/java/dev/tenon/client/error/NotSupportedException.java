package dev.tenon.client.error;

/**
 * The server does not have what was asked for, in the revision that was agreed on. Nothing was sent.
 */
public final class NotSupportedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public NotSupportedException(String message) {
        super(message);
    }
}
