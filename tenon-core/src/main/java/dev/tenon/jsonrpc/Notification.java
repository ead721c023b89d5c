package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A message that is never answered, whatever is wrong with it (JSON-RPC 2.0, section 4.1).
 *
 * @param params an object, not yet decoded; null when the member is absent
 */
public record Notification(String method, @Nullable Json params) implements JsonRpcMessage {
    public Notification {
        ParamsValidator.requireObject(params);
    }
}
