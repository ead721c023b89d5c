package dev.tenon.jsonrpc;

/**
 * Thrown to send an error response, or if the peer sent one. It has no stack trace because rejecting a request must be
 * cheap.
 */
public final class RpcException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient RpcError error;

    public RpcException(RpcError error) {
        super(error.code() + " " + error.message(), null, false, false);
        this.error = error;
    }

    public RpcException(int code, String message) {
        this(new RpcError(code, message));
    }

    /** Returns the error of the response. */
    public RpcError error() {
        return error;
    }
}
