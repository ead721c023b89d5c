package dev.tenon.client;

/**
 * The server answered, but not as the protocol, its own schema or the limits of this client demand. The message says where.
 */
public final class BadAnswerException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public BadAnswerException(String message) {
        super(message);
    }
}
