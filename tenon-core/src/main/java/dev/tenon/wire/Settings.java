package dev.tenon.wire;

import dev.tenon.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings in capabilities, which outlive the message they came in. */
final class Settings {
    private Settings() {}

    /** The same settings, without holding on to the message. */
    static Map<String, Json> kept(Map<String, Json> settings) {
        if (settings.isEmpty()) {
            return settings;
        }
        Map<String, Json> kept = new LinkedHashMap<>();
        settings.forEach((name, value) -> kept.put(name, value.detached()));
        return kept;
    }
}
