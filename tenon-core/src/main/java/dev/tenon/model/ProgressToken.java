package dev.tenon.model;

import dev.tenon.json.Json;

/**
 * What a requester chose to recognise progress by (basic utilities, progress).
 *
 * @param value a JSON string, or an integer of any size, {@code 1.0} included; it goes back as it came
 */
public record ProgressToken(Json value) {
    public ProgressToken {
        if (!isToken(value)) {
            throw new IllegalArgumentException("A progress token must be a JSON string or integer");
        }
    }

    /** A text as token. */
    public static ProgressToken of(String token) {
        return new ProgressToken(Json.of(token));
    }

    /** A number as token. */
    public static ProgressToken of(long token) {
        return new ProgressToken(Json.of(token));
    }

    static boolean isToken(Json value) {
        return value.isInteger() || value.string() != null;
    }
}
