package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The capabilities of a client. An absent member means that the client does not support the feature.
 *
 * @param roots support for roots, or null
 * @param sampling support for sampling, or null
 * @param elicitation support for elicitation, or null (from 2025-06-18 on)
 * @param experimental experimental capabilities: an object for each name
 * @param extensions settings by extension identifier (2026-07-28)
 */
public record ClientCapabilities(
        @Nullable Roots roots,
        @Nullable Sampling sampling,
        @Nullable Elicitation elicitation,
        Map<String, Json> experimental,
        Map<String, Json> extensions) {
    /** No optional capabilities. */
    public static final ClientCapabilities NONE = new ClientCapabilities(null, null, null, Map.of(), Map.of());

    public ClientCapabilities {
        experimental = Preconditions.requireObjects("experimental", experimental);
        extensions = Preconditions.requireObjects("extensions", extensions);
    }

    /** Returns a copy with experimental capabilities. */
    public ClientCapabilities withExperimental(Map<String, Json> changed) {
        return new ClientCapabilities(roots, sampling, elicitation, changed, extensions);
    }

    /**
     * Returns a copy with settings by extension identifier, such as {@code com.example/charts}.
     *
     * @throws IllegalArgumentException if an identifier has no prefix or is not a valid {@link MetaKey}
     */
    public ClientCapabilities withExtensions(Map<String, Json> changed) {
        Preconditions.requireExtensionIdentifiers(changed);
        return new ClientCapabilities(roots, sampling, elicitation, experimental, changed);
    }

    /**
     * Returns a copy with support for roots.
     *
     * @param listChanged whether the client sends notifications about changes, which 2026-07-28 does not have
     */
    public ClientCapabilities withRoots(boolean listChanged) {
        return new ClientCapabilities(new Roots(listChanged), sampling, elicitation, experimental, extensions);
    }

    /** Returns a copy with support for sampling, with or without tools. */
    public ClientCapabilities withSampling(boolean tools) {
        return withSampling(new Sampling(false, tools));
    }

    /** Returns a copy with the given support for sampling. */
    public ClientCapabilities withSampling(@Nullable Sampling changed) {
        return new ClientCapabilities(roots, changed, elicitation, experimental, extensions);
    }

    /** Returns a copy with support for elicitation by forms, by URLs, or both. */
    public ClientCapabilities withElicitation(boolean form, boolean url) {
        return new ClientCapabilities(roots, sampling, new Elicitation(form, url), experimental, extensions);
    }

    /**
     * Support for roots.
     *
     * @param listChanged whether the client sends notifications about changes (up to 2025-11-25)
     */
    public record Roots(boolean listChanged) {}

    /**
     * Support for sampling.
     *
     * @param context whether the client can add context (from 2025-11-25 on)
     * @param tools whether the model may use tools (from 2025-11-25 on)
     */
    public record Sampling(boolean context, boolean tools) {}

    /**
     * Support for elicitation. A client that declares no mode supports forms.
     *
     * @param form whether the client can show forms
     * @param url whether the client can open URLs (from 2025-11-25 on)
     */
    public record Elicitation(boolean form, boolean url) {
        public Elicitation {
            form = form || !url;
        }
    }
}
