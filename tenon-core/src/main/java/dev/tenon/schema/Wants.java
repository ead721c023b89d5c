package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a schema asks for, in a few words. */
final class Wants {
    private Wants() {}

    /** What a failed {@code type}, {@code enum} or {@code const} asks for; null for other keywords. */
    static @Nullable String phrase(Failure failure) {
        return switch (failure.keyword()) {
            case "type" -> type(failure.expected());
            case "enum" -> oneOf(failure.expected());
            case "const" -> Shown.constant(failure.expected());
            default -> null;
        };
    }

    /** {@code a string}, {@code an integer or null}. */
    static String type(Json type) {
        List<String> names = new ArrayList<>();
        for (Json name : type.kind() == JsonKind.ARRAY ? type.elements() : List.of(type)) {
            names.add("null".equals(name.string()) ? "null" : Words.withArticle(String.valueOf(name.string())));
        }
        return Words.or(names);
    }

    /** The values of an {@code enum}. */
    static String oneOf(Json values) {
        return Words.few(values.elements().stream().map(Shown::constant).toList());
    }

    /** A member, for one who did not give it: {@code string: the text to echo}. Empty when the schema says nothing. */
    static String member(@Nullable Json schema) {
        if (schema == null) {
            return "";
        }
        String kind = kind(schema);
        String description = schema.string(schema.get("description") == null ? "title" : "description");
        if (description == null || description.isBlank()) {
            return kind;
        }
        String brief = description.length() <= 120 ? description : description.substring(0, 120) + "...";
        return (kind.isEmpty() ? "" : kind + ": ") + brief.strip().replaceAll("\\s+", " ");
    }

    private static String kind(Json schema) {
        Json values = schema.get("enum");
        if (values != null) {
            return "one of " + oneOf(values);
        }
        Json type = schema.get("type");
        String format = schema.string("format");
        if (type == null) {
            return "";
        }
        String name = type.string() == null ? type(type) : type.string();
        return format == null ? name : name + " of format " + format;
    }
}
