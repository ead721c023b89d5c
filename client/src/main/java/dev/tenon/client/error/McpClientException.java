package dev.tenon.client.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a call or connection fails. Catch this class for all failures, or a subclass to distinguish them: an
 * error response, an invalid response, a failed connection, a timeout, a cancellation, a denied approval.
 */
public class McpClientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public McpClientException(String message) {
        super(message);
    }

    public McpClientException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
