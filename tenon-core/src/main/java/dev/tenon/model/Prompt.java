package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prompt that users can pick (server features, prompts).
 *
 * @param name its name, unique in a server
 * @param title a name for people, or null (from 2025-06-18 on)
 * @param description what it is, for people and models, or null
 * @param arguments what it takes
 * @param icons pictures to show (from 2025-11-25 on)
 * @param meta {@code _meta} (from 2025-06-18 on)
 */
public record Prompt(
        String name,
        @Nullable String title,
        @Nullable String description,
        List<PromptArgument> arguments,
        List<Icon> icons,
        Meta meta) {
    public Prompt {
        Preconditions.requireNotBlank("name", name);
        arguments = List.copyOf(arguments);
        icons = List.copyOf(icons);
    }
}
