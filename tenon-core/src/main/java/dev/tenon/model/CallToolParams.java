package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool (server features, tools).
 *
 * @param name the tool
 * @param arguments the arguments, an object
 * @param inputResponses answers to what the server asked, by its keys (2026-07-28)
 * @param requestState the state the server gave to bring back, or null (2026-07-28)
 * @param meta {@code _meta}
 */
public record CallToolParams(
        String name,
        Json arguments,
        Map<String, Json> inputResponses,
        @Nullable String requestState,
        Meta meta) implements ResumableParams {

    public CallToolParams {
        Preconditions.requireNotBlank("name", name);
        Preconditions.requireObject("arguments", arguments);
        inputResponses = Preconditions.copyOf(inputResponses);
    }

    /** A call without answers and state. */
    public static CallToolParams of(String name, Json arguments) {
        return new CallToolParams(name, arguments, Map.of(), null, Meta.EMPTY);
    }

    @Override
    public CallToolParams resumedWith(Map<String, Json> answers, @Nullable String state) {
        return new CallToolParams(name, arguments, answers, state, meta);
    }
}
