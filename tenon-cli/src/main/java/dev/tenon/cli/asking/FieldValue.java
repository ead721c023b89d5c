package dev.tenon.cli.asking;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * What was typed into a field.
 *
 * @param json the value, or null when it is none
 * @param problem then, what is wrong
 */
record FieldValue(@Nullable Json json, String problem) {
    static FieldValue of(Object value) {
        return new FieldValue(Json.of(value), "");
    }

    static FieldValue wrong(String problem) {
        return new FieldValue(null, problem);
    }
}
