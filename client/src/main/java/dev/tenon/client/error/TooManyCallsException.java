package dev.tenon.client.error;

/** Thrown when the number of pending calls has reached {@link dev.tenon.client.ClientLimits#calls}. */
public final class TooManyCallsException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public TooManyCallsException(String message) {
        super(message);
    }
}
