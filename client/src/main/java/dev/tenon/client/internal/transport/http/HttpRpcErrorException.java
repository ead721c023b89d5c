package dev.tenon.client.internal.transport.http;

import dev.tenon.client.error.HttpStatusException;
import dev.tenon.jsonrpc.RpcError;

/** Thrown when a response has an HTTP error status and a JSON-RPC error in its body. */
public final class HttpRpcErrorException extends HttpStatusException {
    private static final long serialVersionUID = 1L;

    private final transient RpcError error;

    public HttpRpcErrorException(int status, RpcError error) {
        super(status, error.code() + " " + error.message());
        this.error = error;
    }

    /** Returns the error in the body. */
    public RpcError error() {
        return error;
    }
}
