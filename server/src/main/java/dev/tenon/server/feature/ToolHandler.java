package dev.tenon.server.feature;

import dev.tenon.server.call.CallContext;

/**
 * Executes a tool. Runs on a thread of its own and may block; the thread is interrupted if the client cancels the call.
 * Threads are reused, so clear {@link ThreadLocal} values that you set.
 *
 * @param <I> the arguments
 * @param <O> the result: text, content, a {@link dev.tenon.model.CallToolResult}, or any value for
 *     {@code structuredContent}
 */
@FunctionalInterface
public interface ToolHandler<I, O> {
    /**
     * Executes the tool.
     *
     * @throws ToolErrorException for failures that the model can correct
     * @throws Exception for all other failures; the model gets an incident id, and the log contains the exception
     */
    O handle(I input, CallContext call) throws Exception;
}
