package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * The error of a response (JSON-RPC 2.0, section 5.1).
 *
 * @param code see {@link ErrorCode}
 * @param message one short sentence for developers
 * @param data details for programs, or null
 */
public record RpcError(int code, String message, @Nullable Json data) {
    public RpcError(int code, String message) {
        this(code, message, null);
    }

    /** Returns a copy with data, which {@link Json#of} converts. */
    public RpcError withData(Object data) {
        return new RpcError(code, message, Json.of(data));
    }
}
