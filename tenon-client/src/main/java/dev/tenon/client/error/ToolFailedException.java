package dev.tenon.client.error;

import dev.tenon.model.CallToolResult;

/** A tool said that it failed, where its caller wanted a value of a Java type. The message is what the tool said. */
public final class ToolFailedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    private final transient CallToolResult result;

    public ToolFailedException(String message, CallToolResult result) {
        super(message);
        this.result = result;
    }

    /** All that the tool said. */
    public CallToolResult result() {
        return result;
    }
}
