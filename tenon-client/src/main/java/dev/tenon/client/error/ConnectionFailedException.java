package dev.tenon.client.error;

import dev.tenon.client.CallOptions;
import org.jspecify.annotations.Nullable;

/**
 * The server could not be reached, or the connection to it was lost. A call that ends with this may have been carried
 * out or not: it is sent again only if its tool says that this does no harm, or if the caller {@linkplain
 * CallOptions#resend allows} it.
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
