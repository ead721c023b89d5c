package dev.tenon.model.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates the schema of a form as the specification defines it (client features, elicitation): a flat object schema
 * whose properties are strings, numbers, booleans, choices, or (from 2025-11-25 on) lists of choices. The stricter
 * rules of Tenon's own forms are in {@code dev.tenon.schema.FormSchemaFactory}.
 */
public final class RequestedSchemaValidator {
    private static final Set<String> FORMATS = Set.of("email", "uri", "date", "date-time");

    private RequestedSchemaValidator() {}

    /**
     * Validates a schema.
     *
     * @throws IllegalArgumentException if the schema is not allowed for a form; the message names the property
     */
    public static void requireValid(Json schema) {
        Json properties = schema.get("properties");
        if (!schema.isObject() || !"object".equals(schema.string("type")) || properties == null) {
            throw new IllegalArgumentException(
                    "requestedSchema must be an object with \"type\": \"object\" and \"properties\"");
        }
        Preconditions.requireObject("requestedSchema.properties", properties)
                .members()
                .forEach(RequestedSchemaValidator::checkProperty);
        Json required = schema.get("required");
        boolean valid = required == null || isStringArray(required);
        Preconditions.require(valid, "requestedSchema.required must be an array of strings");
    }

    /** Returns whether a property is a list of choices, which forms before 2025-11-25 do not have. */
    public static boolean isMultipleChoice(Json property) {
        return "array".equals(property.string("type"));
    }

    private static void checkProperty(String name, Json property) {
        String problem =
                switch (String.valueOf(property.string("type"))) {
                    case "string" -> findStringProblem(property);
                    case "number", "integer", "boolean" -> null;
                    case "array" -> findArrayProblem(property.get("items"));
                    default -> "its type must be string, number, integer, boolean or array; a form is flat";
                };
        if (problem != null) {
            throw new IllegalArgumentException("requestedSchema.properties[" + Excerpts.quote(name) + "]: " + problem);
        }
    }

    private static @Nullable String findStringProblem(Json property) {
        Json format = property.get("format");
        if (format != null && !FORMATS.contains(String.valueOf(format.string()))) {
            return "its format must be email, uri, date or date-time";
        }
        Json choices = property.get("enum");
        if (choices != null && !isStringArray(choices)) {
            return "its enum must be an array of strings";
        }
        Json titled = property.get("oneOf");
        return titled == null || areTitledChoices(titled)
                ? null
                : "its oneOf must be an array of {\"const\", \"title\"}";
    }

    private static @Nullable String findArrayProblem(@Nullable Json items) {
        Json choices = items == null ? null : items.get("enum");
        Json titled = items == null ? null : items.get("anyOf");
        boolean fits = choices != null ? isStringArray(choices) : titled != null && areTitledChoices(titled);
        return fits ? null : "its items must have an enum of strings, or anyOf with an array of {\"const\", \"title\"}";
    }

    private static boolean areTitledChoices(Json choices) {
        return choices.kind() == JsonKind.ARRAY
                && choices.elements().stream().allMatch(c -> c.string("const") != null && c.string("title") != null);
    }

    private static boolean isStringArray(Json array) {
        return array.kind() == JsonKind.ARRAY && array.elements().stream().allMatch(e -> e.string() != null);
    }
}
