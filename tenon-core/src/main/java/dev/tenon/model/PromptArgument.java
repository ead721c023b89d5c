package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * What a prompt takes: always a text (server features, prompts).
 *
 * @param name its name, unique in a prompt
 * @param title a name for people, or null (from 2025-06-18 on)
 * @param description what it is, for people and models, or null
 * @param required whether it must be given
 */
public record PromptArgument(
        String name, @Nullable String title, @Nullable String description, boolean required) {
    public PromptArgument {
        Preconditions.requireNotBlank("name", name);
    }

    /** With a name for people. */
    public PromptArgument withTitle(@Nullable String changed) {
        return new PromptArgument(name, changed, description, required);
    }

    /** With a description. */
    public PromptArgument withDescription(@Nullable String changed) {
        return new PromptArgument(name, title, changed, required);
    }

    /** An argument that must be given. */
    public static PromptArgument required(String name) {
        return new PromptArgument(name, null, null, true);
    }

    /** An argument that may be left out. */
    public static PromptArgument optional(String name) {
        return new PromptArgument(name, null, null, false);
    }
}
