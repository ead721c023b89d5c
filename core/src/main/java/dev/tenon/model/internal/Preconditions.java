package dev.tenon.model.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonMemberMap;
import dev.tenon.model.MetaKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks that several types share. */
public final class Preconditions {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern INVALID = Pattern.compile("[\\x00-\\x1F\\x7F <>\"{}|\\\\^`]|%(?![0-9A-Fa-f]{2})");

    private Preconditions() {}

    /** Throws an {@link IllegalArgumentException} with the message unless the condition is met. */
    public static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

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

    /**
     * Returns the URI, which must be absolute (RFC 3986): a scheme, and only characters that need no percent-encoding.
     * Non-ASCII characters are allowed.
     */
    public static String requireAbsolute(String name, String uri) {
        Matcher scheme = SCHEME.matcher(uri);
        if (!scheme.lookingAt()) {
            throw new IllegalArgumentException(name + " must be an absolute URI, such as file:///notes.txt");
        }
        Matcher invalid = INVALID.matcher(uri);
        if (invalid.find(scheme.end())) {
            int position = invalid.start();
            throw new IllegalArgumentException(name + " must be a URI: "
                    + (uri.charAt(position) == '%'
                            ? "after % at " + position + " come two hex digits"
                            : "percent-encode the character at " + position));
        }
        return uri;
    }

    /** Returns whether the URI has the given scheme, in lower case. */
    public static boolean hasScheme(String uri, String scheme) {
        return uri.regionMatches(true, 0, scheme + ":", 0, scheme.length() + 1);
    }

    /** Checks that all settings are objects, and returns an unmodifiable copy. */
    public static Map<String, Json> requireObjects(String member, Map<String, Json> settings) {
        settings.forEach((name, value) -> requireObject(member + "[" + Excerpts.quote(name) + "]", value));
        return copyOf(settings);
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
