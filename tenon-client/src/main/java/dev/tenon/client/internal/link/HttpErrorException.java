package dev.tenon.client.internal.link;

import dev.tenon.client.HttpStatusException;
import dev.tenon.jsonrpc.RpcError;

/** An HTTP exchange whose status says that it failed, and whose body says why in a JSON-RPC error. */
public final class HttpErrorException extends HttpStatusException {
    private static final long serialVersionUID = 1L;

    private final transient RpcError error;

    public HttpErrorException(int status, RpcError error) {
        super(status, error.code() + " " + error.message());
        this.error = error;
    }

    /** The error in the body. */
    public RpcError error() {
        return error;
    }
}
