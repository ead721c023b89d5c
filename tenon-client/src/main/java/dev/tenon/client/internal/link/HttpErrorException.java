package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.jsonrpc.RpcError;

/** An HTTP exchange whose status says that it failed, and whose body says why in a JSON-RPC error. */
public final class HttpErrorException extends ConnectionFailedException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient RpcError error;

    public HttpErrorException(int status, RpcError error) {
        super("HTTP status " + status + ": " + error.code() + " " + error.message());
        this.status = status;
        this.error = error;
    }

    /** The status, such as 400. */
    public int status() {
        return status;
    }

    /** The error in the body. */
    public RpcError error() {
        return error;
    }
}
