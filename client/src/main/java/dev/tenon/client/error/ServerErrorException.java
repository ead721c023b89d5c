package dev.tenon.client.error;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server responded to a call with a JSON-RPC error. A failure of a tool is not such an error but a
 * result.
 */
public class ServerErrorException extends McpClientException {
    private static final long serialVersionUID = 1L;

    private static final int MAX_MESSAGE_CHARS = 1000;

    private final transient RpcError error;

    public ServerErrorException(RpcError error) {
        super("The server responded with error " + error.code() + ": "
                + Excerpts.escapeInvisible(error.message(), MAX_MESSAGE_CHARS));
        this.error = error;
    }

    /** Returns the error code, see {@link dev.tenon.jsonrpc.ErrorCode}. */
    public int code() {
        return error.code();
    }

    /** Returns the error message of the server, unmodified. */
    public String serverMessage() {
        return error.message();
    }

    /** Returns the {@code data} member of the error, or null. */
    public @Nullable Json data() {
        return error.data();
    }
}
