package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.CapabilityValidator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server can. An absent part is one it cannot.
 *
 * @param tools has tools, or null
 * @param resources has resources, or null
 * @param prompts has prompts, or null
 * @param logging sends log messages
 * @param completions completes arguments (declared from 2025-03-26 on)
 * @param experimental what is tried out: an object for each name
 * @param extensions settings by the identifier of an extension (2026-07-28)
 */
public record ServerCapabilities(
        @Nullable Tools tools,
        @Nullable Resources resources,
        @Nullable Prompts prompts,
        boolean logging,
        boolean completions,
        Map<String, Json> experimental,
        Map<String, Json> extensions) {
    /** Nothing beyond the minimum. */
    public static final ServerCapabilities NONE =
            new ServerCapabilities(null, null, null, false, false, Map.of(), Map.of());

    public ServerCapabilities {
        experimental = CapabilityValidator.requireObjects("experimental", experimental);
        extensions = CapabilityValidator.requireObjects("extensions", extensions);
    }

    /** Sends log messages or not. */
    public ServerCapabilities withLogging(boolean changed) {
        return new ServerCapabilities(tools, resources, prompts, changed, completions, experimental, extensions);
    }

    /** Completes arguments or not. */
    public ServerCapabilities withCompletions(boolean changed) {
        return new ServerCapabilities(tools, resources, prompts, logging, changed, experimental, extensions);
    }

    /** With what is tried out. */
    public ServerCapabilities withExperimental(Map<String, Json> changed) {
        return new ServerCapabilities(tools, resources, prompts, logging, completions, changed, extensions);
    }

    /**
     * With settings by the identifier of an extension, such as {@code com.example/charts}.
     *
     * @throws IllegalArgumentException when an identifier has no prefix or is not spelled as {@link MetaKey} demands
     */
    public ServerCapabilities withExtensions(Map<String, Json> changed) {
        CapabilityValidator.requireExtensionIdentifiers(changed);
        return new ServerCapabilities(tools, resources, prompts, logging, completions, experimental, changed);
    }

    /** Has tools, and announces changes to their list or not. */
    public ServerCapabilities withTools(boolean listChanged) {
        return new ServerCapabilities(
                new Tools(listChanged), resources, prompts, logging, completions, experimental, extensions);
    }

    /** Has resources, takes subscriptions to them or not, and announces changes to their list or not. */
    public ServerCapabilities withResources(boolean subscribe, boolean listChanged) {
        return new ServerCapabilities(
                tools, new Resources(subscribe, listChanged), prompts, logging, completions, experimental, extensions);
    }

    /** Has prompts, and announces changes to their list or not. */
    public ServerCapabilities withPrompts(boolean listChanged) {
        return new ServerCapabilities(
                tools, resources, new Prompts(listChanged), logging, completions, experimental, extensions);
    }

    /**
     * Has tools.
     *
     * @param listChanged announces changes to their list
     */
    public record Tools(boolean listChanged) {}

    /**
     * Has resources.
     *
     * @param subscribe takes subscriptions to them
     * @param listChanged announces changes to their list
     */
    public record Resources(boolean subscribe, boolean listChanged) {}

    /**
     * Has prompts.
     *
     * @param listChanged announces changes to their list
     */
    public record Prompts(boolean listChanged) {}
}
