package dev.tenon.client.error;

import dev.tenon.model.CallToolResult;

/**
 * Thrown when a tool reported a failure and the caller requested a value of a Java type. The message is the text of the
 * result.
 */
public final class ToolFailedException extends McpClientException {
    private static final long serialVersionUID = 1L;

    private final transient CallToolResult result;

    public ToolFailedException(String message, CallToolResult result) {
        super(message);
        this.result = result;
    }

    /** Returns the complete result of the tool. */
    public CallToolResult result() {
        return result;
    }
}
