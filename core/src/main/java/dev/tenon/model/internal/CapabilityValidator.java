package dev.tenon.model.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.MetaKey;
import java.util.Map;

/** Validates the parts that client and server capabilities share. */
public final class CapabilityValidator {
    private CapabilityValidator() {}

    /** Checks that all settings are objects, and returns an unmodifiable copy. */
    public static Map<String, Json> requireObjects(String member, Map<String, Json> settings) {
        settings.forEach(
                (name, value) -> Preconditions.requireObject(member + "[" + Excerpts.quote(name) + "]", value));
        return Preconditions.copyOf(settings);
    }

    public static void requireExtensionIdentifiers(Map<String, Json> extensions) {
        for (String identifier : extensions.keySet()) {
            if (!MetaKey.isValid(identifier) || identifier.indexOf('/') < 1) {
                throw new IllegalArgumentException("Invalid extension identifier: " + Excerpts.quote(identifier)
                        + ". Put a prefix of your own before a name: com.example/name");
            }
        }
    }
}
