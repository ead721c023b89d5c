package dev.tenon.client.error;

import dev.tenon.jsonrpc.RpcError;

/**
 * Thrown when the requested resource does not exist, whichever error code the server's revision defines for that:
 * -32602 with a {@code uri}, or -32002.
 */
public final class ResourceNotFoundException extends ServerErrorException {
    private static final long serialVersionUID = 1L;

    private final String uri;

    public ResourceNotFoundException(String uri, RpcError error) {
        super(error);
        this.uri = uri;
    }

    /** Returns the URI of the requested resource. */
    public String uri() {
        return uri;
    }
}
