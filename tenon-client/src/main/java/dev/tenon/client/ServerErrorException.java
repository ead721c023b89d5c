package dev.tenon.client;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.RpcError;
import org.jspecify.annotations.Nullable;

/** The server answered a call with an error of the protocol. (A tool that failed is no such error but a result.) */
public class ServerErrorException extends McpClientException {
    private static final long serialVersionUID = 1L;

    private static final int SHOWN = 1000;

    private final transient RpcError error;

    public ServerErrorException(RpcError error) {
        super("The server answered with error " + error.code() + ": " + Quote.visible(error.message(), SHOWN));
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
