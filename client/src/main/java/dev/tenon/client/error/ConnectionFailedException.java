package dev.tenon.client.error;

import dev.tenon.client.CallOptions;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server cannot be reached or the connection is lost. The server may or may not have executed the call:
 * the client sends it again only if the tool declares that to be safe or the caller {@linkplain CallOptions#resend
 * allows} it.
 */
public class ConnectionFailedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public ConnectionFailedException(String message) {
        super(message);
    }

    public ConnectionFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
