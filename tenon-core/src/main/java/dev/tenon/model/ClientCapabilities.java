package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.CapabilityValidator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client can. An absent part is one it cannot.
 *
 * @param roots lists roots, or null
 * @param sampling asks its model, or null
 * @param elicitation asks its user, or null (from 2025-06-18 on)
 * @param experimental what is tried out: an object for each name
 * @param extensions settings by the identifier of an extension (2026-07-28)
 */
public record ClientCapabilities(
        @Nullable Roots roots,
        @Nullable Sampling sampling,
        @Nullable Elicitation elicitation,
        Map<String, Json> experimental,
        Map<String, Json> extensions) {
    /** Nothing beyond the minimum. */
    public static final ClientCapabilities NONE = new ClientCapabilities(null, null, null, Map.of(), Map.of());

    public ClientCapabilities {
        experimental = CapabilityValidator.requireObjects("experimental", experimental);
        extensions = CapabilityValidator.requireObjects("extensions", extensions);
    }

    /** With what is tried out. */
    public ClientCapabilities withExperimental(Map<String, Json> changed) {
        return new ClientCapabilities(roots, sampling, elicitation, changed, extensions);
    }

    /**
     * With settings by the identifier of an extension, such as {@code com.example/charts}.
     *
     * @throws IllegalArgumentException when an identifier has no prefix or is not spelled as {@link MetaKey} demands
     */
    public ClientCapabilities withExtensions(Map<String, Json> changed) {
        CapabilityValidator.requireExtensionIdentifiers(changed);
        return new ClientCapabilities(roots, sampling, elicitation, experimental, changed);
    }

    /** Lists roots; {@code listChanged} says that it announces changes, which 2026-07-28 does not have. */
    public ClientCapabilities withRoots(boolean listChanged) {
        return new ClientCapabilities(new Roots(listChanged), sampling, elicitation, experimental, extensions);
    }

    /** Asks its model, also with tools or not. */
    public ClientCapabilities withSampling(boolean tools) {
        return withSampling(new Sampling(false, tools));
    }

    /** Asks its model. */
    public ClientCapabilities withSampling(@Nullable Sampling changed) {
        return new ClientCapabilities(roots, changed, elicitation, experimental, extensions);
    }

    /** Asks its user, by forms or by URLs or both. */
    public ClientCapabilities withElicitation(boolean form, boolean url) {
        return new ClientCapabilities(roots, sampling, new Elicitation(form, url), experimental, extensions);
    }

    /**
     * Lists roots.
     *
     * @param listChanged announces changes (up to 2025-11-25)
     */
    public record Roots(boolean listChanged) {}

    /**
     * Asks its model.
     *
     * @param context adds context when asked to (from 2025-11-25 on)
     * @param tools lets the model use tools (from 2025-11-25 on)
     */
    public record Sampling(boolean context, boolean tools) {}

    /**
     * Asks its user. Who names no mode can do forms.
     *
     * @param form by forms
     * @param url by URLs (from 2025-11-25 on)
     */
    public record Elicitation(boolean form, boolean url) {
        public Elicitation {
            form = form || !url;
        }
    }
}
