package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a prompt (server features, prompts).
 *
 * @param messages the conversation to start with
 * @param description a description of the prompt, or null
 * @param meta {@code _meta}
 */
public record GetPromptResult(
        List<PromptMessage> messages, @Nullable String description, Meta meta) implements Result {

    public GetPromptResult {
        messages = List.copyOf(messages);
    }

    /** Creates a result without a description. */
    public static GetPromptResult of(PromptMessage... messages) {
        return new GetPromptResult(List.of(messages), null, Meta.EMPTY);
    }

    /** Returns a copy with a description. */
    public GetPromptResult withDescription(@Nullable String changed) {
        return new GetPromptResult(messages, changed, meta);
    }

    /** Returns a copy with {@code _meta}. */
    public GetPromptResult withMeta(Meta changed) {
        return new GetPromptResult(messages, description, changed);
    }
}
