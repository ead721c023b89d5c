package dev.tenon.guard.internal;

import dev.tenon.guard.policy.Refusal;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;

/** Error objects as policies see them. */
final class Errors {
    private Errors() {}

    /** What is answered to a request that is refused. */
    static RpcException refused(Refusal refusal) {
        if (refusal instanceof Refusal.Busy busy) {
            return new RpcException(busy.error());
        }
        return refusal instanceof Refusal.Error error
                ? new RpcException(error.error())
                : new RpcException(ErrorCode.INVALID_PARAMS, ((Refusal.ToolError) refusal).text());
    }

    static RpcError of(Json error) {
        Json code = error.get("code");
        int number = code == null ? ErrorCode.INTERNAL_ERROR : Integer.parseInt(code.toString());
        String text = error.string("message");
        return new RpcError(number, text == null ? "" : text, error.get("data"));
    }
}
