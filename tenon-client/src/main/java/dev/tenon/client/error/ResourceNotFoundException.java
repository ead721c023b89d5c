package dev.tenon.client.error;

import dev.tenon.jsonrpc.RpcError;

/**
 * There is no such resource, whichever code the server's revision has for that: -32602 with a {@code uri}, or -32002.
 */
public final class ResourceNotFoundException extends ServerErrorException {
    private static final long serialVersionUID = 1L;

    private final String uri;

    public ResourceNotFoundException(String uri, RpcError error) {
        super(error);
        this.uri = uri;
    }

    /** The resource that was asked for. */
    public String uri() {
        return uri;
    }
}
