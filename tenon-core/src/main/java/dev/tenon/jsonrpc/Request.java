package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A call that wants exactly one answer (JSON-RPC 2.0, section 4).
 *
 * @param params an object, not yet decoded; null when the member is absent
 */
public record Request(RequestId id, String method, @Nullable Json params) implements JsonRpcMessage {
    public Request {
        ParamsValidator.requireObject(params);
    }
}
