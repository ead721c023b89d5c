package dev.tenon.guard.policy;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import java.time.Duration;
import java.util.Map;

/** What the sender of a rejected request receives as the response. Rejected notifications and results are dropped. */
public sealed interface PolicyRejection {
    /** A JSON-RPC error. */
    record ProtocolError(RpcError error) implements PolicyRejection {}

    /** A tool result with {@code isError} and this text, which tells the model how to correct the call. */
    record ToolError(String text) implements PolicyRejection {}

    /**
     * An error that asks the client to retry later; over HTTP status 429 with {@code Retry-After}.
     *
     * @param message the message of the error
     * @param retryAfter how long to wait; sent in whole seconds, rounded up
     */
    record BusyError(String message, Duration retryAfter) implements PolicyRejection {
        /** Returns how long to wait in whole seconds, at least 1. */
        public long retryAfterSeconds() {
            return Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds());
        }

        /** Returns the JSON-RPC error: {@link ErrorCode#BUSY} with {@code data.retryAfter} in seconds. */
        public RpcError toRpcError() {
            return new RpcError(ErrorCode.BUSY, message).withData(Map.of("retryAfter", retryAfterSeconds()));
        }
    }

    /** Returns a JSON-RPC error with this code. */
    static PolicyRejection protocolError(int code, String message) {
        return new ProtocolError(new RpcError(code, message));
    }
}
