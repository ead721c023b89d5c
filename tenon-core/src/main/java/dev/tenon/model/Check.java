package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.json.Members;
import dev.tenon.json.Quote;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules that several types share. Each returns what it checked. */
final class Check {
    private Check() {}

    static String notBlank(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(what + " must not be blank");
        }
        return value;
    }

    static @Nullable Double zeroToOne(String what, @Nullable Double value) {
        if (value != null && !(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + " must lie between 0 and 1, not " + value);
        }
        return value;
    }

    static double finite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(what + " must be a finite number, not " + value);
        }
        return value;
    }

    static Json object(String what, Json value) {
        if (!value.isObject()) {
            throw new IllegalArgumentException(what + " must be a JSON object");
        }
        return value;
    }

    static @Nullable String mimeType(@Nullable String value) {
        if (value != null) {
            int slash = value.indexOf('/');
            if (slash < 1 || slash == value.length() - 1 || value.indexOf(' ') == 0) {
                throw new IllegalArgumentException(
                        "mimeType must be a type and a subtype, such as text/plain, not " + Quote.shortened(value));
            }
        }
        return value;
    }

    /** The same in an unmodifiable map in the same order. */
    static <V> Map<String, V> copy(Map<String, V> map) {
        if (map instanceof Members) {
            return map;
        }
        return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
