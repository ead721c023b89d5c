package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** Validates params, which MCP allows only as an object. */
final class ParamsValidator {
    private ParamsValidator() {}

    static void requireObject(@Nullable Json params) {
        if (params != null && !params.isObject()) {
            throw new IllegalArgumentException(
                    "params is an object, not " + params.kind().displayName());
        }
    }
}
