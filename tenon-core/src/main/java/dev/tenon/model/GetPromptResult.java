package dev.tenon.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prompt filled in (server features, prompts).
 *
 * @param messages the conversation to begin with
 * @param description what the prompt is for, or null
 * @param meta {@code _meta}
 */
public record GetPromptResult(
        List<PromptMessage> messages, @Nullable String description, Meta meta) implements Result {

    public GetPromptResult {
        messages = List.copyOf(messages);
    }

    /** Messages without a description. */
    public static GetPromptResult of(PromptMessage... messages) {
        return new GetPromptResult(List.of(messages), null, Meta.EMPTY);
    }

    /** With a description. */
    public GetPromptResult withDescription(@Nullable String changed) {
        return new GetPromptResult(messages, changed, meta);
    }

    /** With {@code _meta}. */
    public GetPromptResult withMeta(Meta changed) {
        return new GetPromptResult(messages, description, changed);
    }
}
