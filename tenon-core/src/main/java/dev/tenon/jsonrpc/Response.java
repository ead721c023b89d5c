package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** The answer to a request: a result or an error, never both (JSON-RPC 2.0, section 5). */
public sealed interface Response extends JsonRpcMessage {
    /** The id of the request that is answered; null only for an error about a message whose id could not be read. */
    @Nullable RequestId id();

    /** A result, which in MCP is an object. */
    record Success(RequestId id, Json result) implements Response {
        public Success {
            if (!result.isObject()) {
                throw new IllegalArgumentException(
                        "result is an object, not " + result.kind().displayName());
            }
        }
    }

    /** An error. */
    record Failure(@Nullable RequestId id, RpcError error) implements Response {}
}
