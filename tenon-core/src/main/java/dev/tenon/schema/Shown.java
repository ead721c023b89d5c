package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import org.jspecify.annotations.Nullable;

/** Values as messages show them: short, on one line. */
final class Shown {
    private static final int LONGEST = 60;

    private Shown() {}

    static String value(@Nullable Json value) {
        if (value == null) {
            return "nothing";
        }
        return switch (value.kind()) {
            case OBJECT -> value.members().isEmpty() ? "an empty object" : "an object";
            case ARRAY -> array(value.elements().size());
            case STRING -> Quote.shortened(value.string());
            case NUMBER, BOOLEAN, NULL -> literal(value);
        };
    }

    /** A constant of a schema: as JSON text, unless it is long. */
    static String constant(Json value) {
        return switch (value.kind()) {
            case OBJECT, ARRAY -> value.size() <= LONGEST ? value.toString() : value(value);
            default -> value(value);
        };
    }

    private static String array(int size) {
        return size == 0 ? "an empty array" : "an array of " + size;
    }

    private static String literal(Json value) {
        return value.size() <= LONGEST ? value.toString() : value.toString().substring(0, LONGEST) + "...";
    }
}
