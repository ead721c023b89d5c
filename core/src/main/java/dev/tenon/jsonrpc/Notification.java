package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A message without a response (JSON-RPC 2.0, section 4.1).
 *
 * @param method the name of the notification
 * @param params an object that is not decoded yet; null if the member is absent
 */
public record Notification(String method, @Nullable Json params) implements JsonRpcMessage {
    public Notification {
        Request.requireObject(params);
    }
}
