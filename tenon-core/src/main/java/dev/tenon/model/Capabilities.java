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
}
