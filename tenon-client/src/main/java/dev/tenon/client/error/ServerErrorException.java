package dev.tenon.client.error;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import org.jspecify.annotations.Nullable;

/** The server answered a call with an error of the protocol. (A tool that failed is no such error but a result.) */
public class ServerErrorException extends McpClientException {
    private static final long serialVersionUID = 1L;

    private static final int MAX_MESSAGE_CHARS = 1000;

    private final transient RpcError error;

    public ServerErrorException(RpcError error) {
        super("The server answered with error " + error.code() + ": "
                + Excerpts.escapeInvisible(error.message(), MAX_MESSAGE_CHARS));
        this.error = error;
    }

    /** The code, see {@link dev.tenon.jsonrpc.ErrorCode}. */
    public int code() {
        return error.code();
    }

    /** What the server said, without a word of ours. */
    public String serverMessage() {
        return error.message();
    }

    /** What the server gave for programs to read, or null. */
    public @Nullable Json data() {
        return error.data();
    }
}
