package dev.tenon.client.internal.transport.http;

import dev.tenon.client.error.HttpStatusException;
import dev.tenon.jsonrpc.RpcError;

/** An HTTP exchange whose status says that it failed, and whose body says why in a JSON-RPC error. */
public final class HttpRpcErrorException extends HttpStatusException {
    private static final long serialVersionUID = 1L;

    private final transient RpcError error;

    public HttpRpcErrorException(int status, RpcError error) {
        super(status, error.code() + " " + error.message());
        this.error = error;
    }

    /** The error in the body. */
    public RpcError error() {
        return error;
    }
}
