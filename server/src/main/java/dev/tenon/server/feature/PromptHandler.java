package dev.tenon.server.feature;

import dev.tenon.server.call.CallContext;
import java.util.Map;

/** Creates the messages of a prompt from its arguments. Runs on a thread of its own and may block. */
@FunctionalInterface
public interface PromptHandler {
    /**
     * Returns the messages: a {@code String} for one user message, a {@link dev.tenon.model.PromptMessage}, a list of
     * both, or a {@link dev.tenon.model.GetPromptResult}.
     *
     * @param arguments the declared arguments that the client sent; required arguments are always present
     */
    Object get(Map<String, String> arguments, CallContext call) throws Exception;
}
