package dev.tenon.client.error;

/**
 * Thrown when a response of the server violates the protocol, the tool's output schema or a limit of this client. The
 * message says where.
 */
public final class InvalidResponseException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public InvalidResponseException(String message) {
        super(message);
    }
}
