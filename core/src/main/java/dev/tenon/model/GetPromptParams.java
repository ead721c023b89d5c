package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of {@code prompts/get} (server features, prompts).
 *
 * @param name the name of the prompt
 * @param arguments the values of the arguments by name
 * @param inputResponses the client's responses to input requests, by the server's keys (2026-07-28)
 * @param requestState the server's opaque state, or null (2026-07-28)
 * @param meta {@code _meta}
 */
public record GetPromptParams(
        String name,
        Map<String, String> arguments,
        Map<String, Json> inputResponses,
        @Nullable String requestState,
        Meta meta)
        implements ResumableParams {

    public GetPromptParams {
        Preconditions.requireNotBlank("name", name);
        arguments = Preconditions.copyOf(arguments);
        inputResponses = Preconditions.copyOf(inputResponses);
    }

    /** Creates the parameters of a first request, without input responses and state. */
    public static GetPromptParams of(String name, Map<String, String> arguments) {
        return new GetPromptParams(name, arguments, Map.of(), null, Meta.EMPTY);
    }

    @Override
    public GetPromptParams resumedWith(Map<String, Json> inputResponses, @Nullable String requestState) {
        return new GetPromptParams(name, arguments, inputResponses, requestState, meta);
    }
}
