package dev.tenon.model.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonMembers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules that several types share. Each returns what it checked. */
public final class Preconditions {
    private Preconditions() {}

    public static String requireNotBlank(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(what + " must not be blank");
        }
        return value;
    }

    static @Nullable public Double requireZeroToOne(String what, @Nullable Double value) {
        if (value != null && !(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + " must lie between 0 and 1, not " + value);
        }
        return value;
    }

    public static double requireFinite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(what + " must be a finite number, not " + value);
        }
        return value;
    }

    public static Json requireObject(String what, Json value) {
        if (!value.isObject()) {
            throw new IllegalArgumentException(what + " must be a JSON object");
        }
        return value;
    }

    static @Nullable public String requireMimeType(@Nullable String value) {
        if (value != null) {
            int slash = value.indexOf('/');
            if (slash < 1 || slash == value.length() - 1 || value.indexOf(' ') == 0) {
                throw new IllegalArgumentException(
                        "mimeType must be a type and a subtype, such as text/plain, not " + Excerpts.quote(value));
            }
        }
        return value;
    }

    /** The same in an unmodifiable map in the same order. */
    public static <V> Map<String, V> copyOf(Map<String, V> map) {
        if (map instanceof JsonMembers) {
            return map;
        }
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
