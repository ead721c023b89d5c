package dev.tenon.guard.internal.error;

import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;

/** Conversions of error objects for policies. */
public final class RpcErrors {
    private RpcErrors() {}

    /** Returns the error response for a rejected request. */
    public static RpcException toRpcException(PolicyRejection rejection) {
        if (rejection instanceof PolicyRejection.BusyError busy) {
            return new RpcException(busy.toRpcError());
        }
        return rejection instanceof PolicyRejection.ProtocolError error
                ? new RpcException(error.error())
                : new RpcException(ErrorCode.INVALID_PARAMS, ((PolicyRejection.ToolError) rejection).text());
    }

    /** Parses an error object; {@link dev.tenon.guard.observer.ErrorObjects#of} is the inverse. */
    public static RpcError parse(Json error) {
        Json code = error.get("code");
        int number = code == null ? ErrorCode.INTERNAL_ERROR : Integer.parseInt(code.toString());
        String text = error.string("message");
        return new RpcError(number, text == null ? "" : text, error.get("data"));
    }
}
