package dev.tenon.client.error;

import dev.tenon.client.ClientLimits;

/** As many calls wait for their answers as {@link ClientLimits#calls} allows. */
public final class TooManyCallsException extends McpClientException {
    private static final long serialVersionUID = 1L;

    public TooManyCallsException(String message) {
        super(message);
    }
}
