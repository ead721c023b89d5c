package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;

/**
 * Identifies the request that a progress notification belongs to (basic utilities, progress).
 *
 * @param value a JSON string, or an integer of any size, {@code 1.0} included; it is returned as received
 */
public record ProgressToken(Json value) {
    public ProgressToken {
        Preconditions.require(isToken(value), "A progress token must be a JSON string or integer");
    }

    /** Creates a token from a string. */
    public static ProgressToken of(String token) {
        return new ProgressToken(Json.of(token));
    }

    /** Creates a token from a number. */
    public static ProgressToken of(long token) {
        return new ProgressToken(Json.of(token));
    }

    static boolean isToken(Json value) {
        return value.isInteger() || value.string() != null;
    }
}
