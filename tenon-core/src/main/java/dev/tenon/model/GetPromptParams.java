package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which prompt to fill in, and with what (server features, prompts).
 *
 * @param name the prompt
 * @param arguments texts by the names of the prompt's arguments
 * @param inputResponses answers to what the server asked, by its keys (2026-07-28)
 * @param requestState the state the server gave to bring back, or null (2026-07-28)
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

    /** A request without answers and state. */
    public static GetPromptParams of(String name, Map<String, String> arguments) {
        return new GetPromptParams(name, arguments, Map.of(), null, Meta.EMPTY);
    }

    @Override
    public GetPromptParams resumedWith(Map<String, Json> answers, @Nullable String state) {
        return new GetPromptParams(name, arguments, answers, state, meta);
    }
}
