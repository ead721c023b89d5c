package dev.tenon.server.feature;

import dev.tenon.server.call.CallContext;
import java.util.Map;

/** Makes a prompt of its arguments. Runs on a thread of its own and may block. */
@FunctionalInterface
public interface PromptHandler {
    /**
     * The messages: a {@code String} for one message of the user, a {@link dev.tenon.model.PromptMessage}, a list of
     * those, or a {@link dev.tenon.model.GetPromptResult}.
     *
     * @param arguments the declared arguments that were given; required ones are there
     */
    Object get(Map<String, String> arguments, CallContext call) throws Exception;
}
