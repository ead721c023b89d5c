package dev.tenon.server.feature;

import dev.tenon.server.call.CallContext;

/**
 * The work of a tool. Has a thread to itself and may block; it is interrupted when the client cancels. The thread goes
 * on to other calls: what is set in a {@link ThreadLocal} has to be cleared.
 *
 * @param <I> the arguments
 * @param <O> what it returns: text, content, a {@link dev.tenon.model.CallToolResult}, or any value for
 *     {@code structuredContent}
 */
@FunctionalInterface
public interface ToolHandler<I, O> {
    /**
     * Does the work.
     *
     * @throws ToolErrorException for what the model that called can mend
     * @throws Exception for everything else; the model is told an incident id, and the log holds the rest
     */
    O handle(I input, CallContext call) throws Exception;
}
