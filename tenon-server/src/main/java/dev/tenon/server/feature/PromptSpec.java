package dev.tenon.server.feature;

import dev.tenon.model.Prompt;
import java.util.Map;
import java.util.Set;

/**
 * A prompt and how it is made. Immutable; can be added to several servers.
 *
 * @param scopes what a caller needs, all of them
 * @param completions suggestions for arguments, by name
 */
public record PromptSpec(
        Prompt prompt, Set<String> scopes, Map<String, ArgumentCompletionHandler> completions, PromptHandler handler) {
    public PromptSpec {
        scopes = Set.copyOf(scopes);
        completions = Map.copyOf(completions);
    }

    /** A prompt to be described. */
    public static PromptBuilder<PromptSpec> builder(String name) {
        return new PromptBuilder<>(name, spec -> spec);
    }
}
