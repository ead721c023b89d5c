package dev.tenon.server;

import dev.tenon.model.Prompt;
import java.util.Map;

/**
 * A prompt and how it is made. Immutable; can be added to several servers.
 *
 * @param completions suggestions for arguments, by name
 */
public record PromptSpec(Prompt prompt, Map<String, CompletionHandler> completions, PromptHandler handler) {
    public PromptSpec {
        completions = Map.copyOf(completions);
    }

    /** A prompt to be described. */
    public static PromptBuilder<PromptSpec> named(String name) {
        return new PromptBuilder<>(name, spec -> spec);
    }
}
