package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.util.Map;

/** What the capabilities of both sides share. */
final class Capabilities {
    private Capabilities() {}

    /** Maps of settings: each an object. */
    static Map<String, Json> objects(String what, Map<String, Json> settings) {
        settings.forEach((name, value) -> Check.object(what + "[" + Quote.shortened(name) + "]", value));
        return Check.copy(settings);
    }

    static void checkIdentifiers(Map<String, Json> extensions) {
        for (String identifier : extensions.keySet()) {
            if (!MetaKey.isValid(identifier) || identifier.indexOf('/') < 1) {
                throw new IllegalArgumentException("Not the identifier of an extension: " + Quote.shortened(identifier)
                        + ". Put a prefix of your own before a name: com.example/name");
            }
        }
    }
}
