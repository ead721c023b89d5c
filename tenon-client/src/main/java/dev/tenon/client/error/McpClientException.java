package dev.tenon.client.error;

import org.jspecify.annotations.Nullable;

/**
 * Something went wrong between this client and a server. Catch this one for all of it, or what is below it to tell
 * apart: the server answered with an error, the answer made no sense, the connection failed, time was up, somebody
 * cancelled or forbade.
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
