package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** The response to a request: a result or an error, never both (JSON-RPC 2.0, section 5). */
public sealed interface Response extends JsonRpcMessage {
    /** Returns the id of the request; null only for an error about a message whose id could not be read. */
    @Nullable RequestId id();

    /**
     * A successful response.
     *
     * @param id the id of the request
     * @param result an object, as MCP requires
     */
    record Success(RequestId id, Json result) implements Response {
        public Success {
            if (!result.isObject()) {
                throw new IllegalArgumentException(
                        "result is an object, not " + result.kind().displayName());
            }
        }
    }

    /**
     * An error response.
     *
     * @param id the id of the request; null if it could not be read
     * @param error the error
     */
    record Failure(@Nullable RequestId id, RpcError error) implements Response {}
}
