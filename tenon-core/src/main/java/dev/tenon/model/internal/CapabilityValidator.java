package dev.tenon.model.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.MetaKey;
import java.util.Map;

/** What the capabilities of both sides share. */
public final class CapabilityValidator {
    private CapabilityValidator() {}

    /** Maps of settings: each an object. */
    public static Map<String, Json> requireObjects(String what, Map<String, Json> settings) {
        settings.forEach((name, value) -> Preconditions.requireObject(what + "[" + Excerpts.quote(name) + "]", value));
        return Preconditions.copyOf(settings);
    }

    public static void requireExtensionIdentifiers(Map<String, Json> extensions) {
        for (String identifier : extensions.keySet()) {
            if (!MetaKey.isValid(identifier) || identifier.indexOf('/') < 1) {
                throw new IllegalArgumentException("Not the identifier of an extension: " + Excerpts.quote(identifier)
                        + ". Put a prefix of your own before a name: com.example/name");
            }
        }
    }
}
