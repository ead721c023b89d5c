package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities of a server. An absent member means that the server does not support the feature.
 *
 * @param tools support for tools, or null
 * @param resources support for resources, or null
 * @param prompts support for prompts, or null
 * @param logging whether the server sends log messages
 * @param completions whether the server completes arguments (declared from 2025-03-26 on)
 * @param experimental experimental capabilities: an object for each name
 * @param extensions settings by extension identifier (2026-07-28)
 */
public record ServerCapabilities(
        @Nullable Tools tools,
        @Nullable Resources resources,
        @Nullable Prompts prompts,
        boolean logging,
        boolean completions,
        Map<String, Json> experimental,
        Map<String, Json> extensions) {
    /** No optional capabilities. */
    public static final ServerCapabilities NONE =
            new ServerCapabilities(null, null, null, false, false, Map.of(), Map.of());

    public ServerCapabilities {
        experimental = Preconditions.requireObjects("experimental", experimental);
        extensions = Preconditions.requireObjects("extensions", extensions);
    }

    /** Returns a copy with or without log messages. */
    public ServerCapabilities withLogging(boolean changed) {
        return new ServerCapabilities(tools, resources, prompts, changed, completions, experimental, extensions);
    }

    /** Returns a copy with or without completions. */
    public ServerCapabilities withCompletions(boolean changed) {
        return new ServerCapabilities(tools, resources, prompts, logging, changed, experimental, extensions);
    }

    /** Returns a copy with experimental capabilities. */
    public ServerCapabilities withExperimental(Map<String, Json> changed) {
        return new ServerCapabilities(tools, resources, prompts, logging, completions, changed, extensions);
    }

    /**
     * Returns a copy with settings by extension identifier, such as {@code com.example/charts}.
     *
     * @throws IllegalArgumentException if an identifier has no prefix or is not a valid {@link MetaKey}
     */
    public ServerCapabilities withExtensions(Map<String, Json> changed) {
        Preconditions.requireExtensionIdentifiers(changed);
        return new ServerCapabilities(tools, resources, prompts, logging, completions, experimental, changed);
    }

    /** Returns a copy with tools, with or without notifications about changes of their list. */
    public ServerCapabilities withTools(boolean listChanged) {
        return new ServerCapabilities(
                new Tools(listChanged), resources, prompts, logging, completions, experimental, extensions);
    }

    /**
     * Returns a copy with resources.
     *
     * @param subscribe whether clients can subscribe to resources
     * @param listChanged whether the server sends notifications about changes of their list
     */
    public ServerCapabilities withResources(boolean subscribe, boolean listChanged) {
        return new ServerCapabilities(
                tools, new Resources(subscribe, listChanged), prompts, logging, completions, experimental, extensions);
    }

    /** Returns a copy with prompts, with or without notifications about changes of their list. */
    public ServerCapabilities withPrompts(boolean listChanged) {
        return new ServerCapabilities(
                tools, resources, new Prompts(listChanged), logging, completions, experimental, extensions);
    }

    /**
     * Support for tools.
     *
     * @param listChanged whether the server sends notifications about changes of their list
     */
    public record Tools(boolean listChanged) {}

    /**
     * Support for resources.
     *
     * @param subscribe whether clients can subscribe to resources
     * @param listChanged whether the server sends notifications about changes of their list
     */
    public record Resources(boolean subscribe, boolean listChanged) {}

    /**
     * Support for prompts.
     *
     * @param listChanged whether the server sends notifications about changes of their list
     */
    public record Prompts(boolean listChanged) {}
}
