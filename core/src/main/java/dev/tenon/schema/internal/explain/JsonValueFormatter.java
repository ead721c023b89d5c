package dev.tenon.schema.internal.explain;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import org.jspecify.annotations.Nullable;

/** Formats values for messages: short, on one line. */
final class JsonValueFormatter {
    private static final int MAX_LITERAL_CHARS = 60;

    private JsonValueFormatter() {}

    static String format(@Nullable Json value) {
        if (value == null) {
            return "nothing";
        }
        return switch (value.kind()) {
            case OBJECT -> value.members().isEmpty() ? "an empty object" : "an object";
            case ARRAY -> formatArray(value.elements().size());
            case STRING -> Excerpts.quote(value.string());
            case NUMBER, BOOLEAN, NULL -> Excerpts.truncate(value.toString(), MAX_LITERAL_CHARS);
        };
    }

    /** Formats a constant of a schema: as JSON text, unless it is longer than 60 bytes. */
    static String formatConstant(Json value) {
        boolean hasParts = value.isObject() || value.kind() == JsonKind.ARRAY;
        return hasParts && value.sizeInBytes() <= MAX_LITERAL_CHARS ? value.toString() : format(value);
    }

    private static String formatArray(int size) {
        return size == 0 ? "an empty array" : "an array of " + size;
    }
}
