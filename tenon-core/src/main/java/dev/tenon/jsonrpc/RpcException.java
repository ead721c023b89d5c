package dev.tenon.jsonrpc;

/** An error that goes, or came, over the wire. It has no stack trace: refusing a request must be cheap. */
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

    /** The error as it is on the wire. */
    public RpcError error() {
        return error;
    }
}
