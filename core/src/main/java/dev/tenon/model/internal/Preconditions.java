package dev.tenon.model.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonMemberMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that several types share. */
public final class Preconditions {
    private Preconditions() {}

    public static void requireNotBlank(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " must not be blank");
        }
    }

    public static void requireZeroToOne(String name, @Nullable Double value) {
        if (value != null && !(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must lie between 0 and 1, not " + value);
        }
    }

    public static void requireFinite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be a finite number, not " + value);
        }
    }

    /** Returns the value, which must be an object. */
    public static Json requireObject(String name, Json value) {
        if (!value.isObject()) {
            throw new IllegalArgumentException(name + " must be a JSON object");
        }
        return value;
    }

    public static void requireMimeType(@Nullable String value) {
        if (value != null) {
            int slash = value.indexOf('/');
            if (slash < 1 || slash == value.length() - 1 || value.startsWith(" ")) {
                throw new IllegalArgumentException(
                        "mimeType must be a type and a subtype, such as text/plain, not " + Excerpts.quote(value));
            }
        }
    }

    /** Returns an unmodifiable map with the same entries in the same order. */
    public static <V> Map<String, V> copyOf(Map<String, V> map) {
        if (map instanceof JsonMemberMap) {
            return map;
        }
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
