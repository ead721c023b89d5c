package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** MCP uses params in their object form only. */
final class ParamsRule {
    private ParamsRule() {}

    static void check(@Nullable Json params) {
        if (params != null && !params.isObject()) {
            throw new IllegalArgumentException(
                    "params is an object, not " + params.kind().word());
        }
    }
}
