package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a prompt; its value is always a string (server features, prompts).
 *
 * @param name its name, unique in a prompt
 * @param title the display name, or null (from 2025-06-18 on)
 * @param description a description for users and models, or null
 * @param required whether it is required
 */
public record PromptArgument(
        String name, @Nullable String title, @Nullable String description, boolean required) {
    public PromptArgument {
        Preconditions.requireNotBlank("name", name);
    }

    /** Returns a copy with a display name. */
    public PromptArgument withTitle(@Nullable String changed) {
        return new PromptArgument(name, changed, description, required);
    }

    /** Returns a copy with a description. */
    public PromptArgument withDescription(@Nullable String changed) {
        return new PromptArgument(name, title, changed, required);
    }

    /** Creates a required argument. */
    public static PromptArgument required(String name) {
        return new PromptArgument(name, null, null, true);
    }

    /** Creates an optional argument. */
    public static PromptArgument optional(String name) {
        return new PromptArgument(name, null, null, false);
    }
}
