package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prompt that users can choose (server features, prompts).
 *
 * @param name its name, unique in a server
 * @param title the display name, or null (from 2025-06-18 on)
 * @param description a description for users and models, or null
 * @param arguments its arguments
 * @param icons icons (from 2025-11-25 on)
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
