package dev.tenon.schema.internal.explain;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.internal.validate.ValidationFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats what a schema expects in a few words. */
final class ExpectationFormatter {
    private ExpectationFormatter() {}

    /** Formats what a failed {@code type}, {@code enum} or {@code const} expects; returns null for other keywords. */
    static @Nullable String formatTypeEnumOrConst(ValidationFailure failure) {
        return switch (failure.keyword()) {
            case "type" -> formatType(failure.expected());
            case "enum" -> formatEnum(failure.expected());
            case "const" -> JsonValueFormatter.formatConstant(failure.expected());
            default -> null;
        };
    }

    /** Formats the value of {@code type}: {@code a string}, {@code an integer or null}. */
    static String formatType(Json type) {
        List<Json> names = type.kind() == JsonKind.ARRAY ? type.elements() : List.of(type);
        return WordListFormatter.joinWithOr(names.stream()
                .map(name -> WordListFormatter.addArticle(String.valueOf(name.string())))
                .toList());
    }

    /** Formats the values of an {@code enum}. */
    static String formatEnum(Json values) {
        return WordListFormatter.joinAbbreviated(values.elements().stream()
                .map(JsonValueFormatter::formatConstant)
                .toList());
    }

    /**
     * Formats a missing member: {@code string: the text to echo}. Returns an empty string when the schema describes
     * nothing.
     */
    static String formatMember(@Nullable Json schema) {
        if (schema == null) {
            return "";
        }
        String kind = formatEnumOrType(schema);
        String description = schema.string(schema.get("description") == null ? "title" : "description");
        if (description == null || description.isBlank()) {
            return kind;
        }
        String brief = description.length() <= 120 ? description : description.substring(0, 120) + "...";
        return (kind.isEmpty() ? "" : kind + ": ") + brief.strip().replaceAll("\\s+", " ");
    }

    private static String formatEnumOrType(Json schema) {
        Json values = schema.get("enum");
        if (values != null) {
            return "one of " + formatEnum(values);
        }
        Json type = schema.get("type");
        String format = schema.string("format");
        if (type == null) {
            return "";
        }
        String name = type.string() == null ? formatType(type) : type.string();
        return format == null ? name : name + " of format " + format;
    }
}
