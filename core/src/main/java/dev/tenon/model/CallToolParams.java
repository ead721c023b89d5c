package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a tool call (server features, tools).
 *
 * @param name the name of the tool
 * @param arguments the arguments, an object
 * @param inputResponses the client's responses to input requests, by the server's keys (2026-07-28)
 * @param requestState the server's opaque state, or null (2026-07-28)
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

    /** Creates the parameters of a first call, without input responses and state. */
    public static CallToolParams of(String name, Json arguments) {
        return new CallToolParams(name, arguments, Map.of(), null, Meta.EMPTY);
    }

    @Override
    public CallToolParams resumedWith(Map<String, Json> inputResponses, @Nullable String requestState) {
        return new CallToolParams(name, arguments, inputResponses, requestState, meta);
    }
}
