package dev.tenon.server.feature;

import dev.tenon.model.Prompt;
import java.util.Map;
import java.util.Set;

/**
 * A prompt with its handler. Immutable; can be added to several servers.
 *
 * @param prompt the definition that clients get
 * @param scopes the scopes that a caller needs, all of them
 * @param completions handlers that suggest values, by argument name
 * @param handler creates the messages
 */
public record PromptSpec(
        Prompt prompt, Set<String> scopes, Map<String, ArgumentCompletionHandler> completions, PromptHandler handler) {
    public PromptSpec {
        scopes = Set.copyOf(scopes);
        completions = Map.copyOf(completions);
    }

    /** Returns a builder for a prompt. */
    public static PromptBuilder<PromptSpec> builder(String name) {
        return new PromptBuilder<>(name, spec -> spec);
    }
}
