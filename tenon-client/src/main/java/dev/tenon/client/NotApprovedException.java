package dev.tenon.client;

/**
 * The host said no: its {@link Approval} did not let this happen. Nothing was sent.
 */
public final class NotApprovedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public NotApprovedException(String message) {
        super(message);
    }
}
