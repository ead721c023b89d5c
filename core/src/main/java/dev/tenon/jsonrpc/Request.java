package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A message that gets exactly one response (JSON-RPC 2.0, section 4).
 *
 * @param id identifies the response
 * @param method the name of the method
 * @param params an object that is not decoded yet; null if the member is absent
 */
public record Request(RequestId id, String method, @Nullable Json params) implements JsonRpcMessage {
    public Request {
        requireObject(params);
    }

    static void requireObject(@Nullable Json params) {
        if (params != null && !params.isObject()) {
            throw new IllegalArgumentException(
                    "params is an object, not " + params.kind().displayName());
        }
    }
}
