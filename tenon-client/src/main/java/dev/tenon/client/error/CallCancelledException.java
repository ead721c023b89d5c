package dev.tenon.client.error;

import dev.tenon.client.Cancellation;

/**
 * The call was cancelled by this side: by its {@link Cancellation}, or because its thread was interrupted. Whether the
 * server did what was asked is not known.
 */
public final class CallCancelledException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public CallCancelledException(String message) {
        super(message);
    }
}
