package dev.tenon.guard.policy;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import java.time.Duration;
import java.util.Map;

/** What the sender of a request hears instead of an answer. A notification or a result is dropped without a word. */
public sealed interface PolicyRejection {
    /** A protocol error. */
    @SuppressWarnings("JavaLangClash") // always written as Refusal.Error
    record ProtocolError(RpcError error) implements PolicyRejection {}

    /**
     * The call of a tool is answered with a result that has {@code isError} and this text, which tells the model how to
     * do better.
     */
    record ToolError(String text) implements PolicyRejection {}

    /**
     * Later, please: over HTTP status 429 with {@code Retry-After}.
     *
     * @param after how long to wait, rounded up to whole seconds on the wire
     */
    record BusyError(String message, Duration after) implements PolicyRejection {
        /** The whole seconds to wait, at least one. */
        public long retryAfterSeconds() {
            return Math.max(1, after.plusNanos(999_999_999).toSeconds());
        }

        /** The error for a message: {@link ErrorCode#BUSY} with {@code data.retryAfter} in seconds. */
        public RpcError toRpcError() {
            return new RpcError(ErrorCode.BUSY, message).withData(Map.of("retryAfter", retryAfterSeconds()));
        }
    }

    /** A protocol error of that code. */
    static PolicyRejection protocolError(int code, String message) {
        return new ProtocolError(new RpcError(code, message));
    }
}
