package dev.tenon.client.error;

/**
 * The server answered, but not as the protocol, its own schema or the limits of this client demand. The message says
 * where.
 */
public final class InvalidResponseException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public InvalidResponseException(String message) {
        super(message);
    }
}
