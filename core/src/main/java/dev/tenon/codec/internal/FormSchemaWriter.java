package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import dev.tenon.model.internal.RequestedSchemaValidator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Writes the schema of a form with only the keywords that a revision has. 2025-06-18 has no titled choices, which
 * become {@code enum} and {@code enumNames}, and no multiple choices, which are rejected.
 */
final class FormSchemaWriter {
    private static final Set<String> BASIC_KEYWORDS =
            Set.of("type title description minLength maxLength format minimum maximum enum enumNames".split(" ", -1));
    private static final Set<String> RICH_KEYWORDS = Set.of("default", "oneOf", "items", "minItems", "maxItems");

    private FormSchemaWriter() {}

    static void writeRequestedSchema(JsonWriter out, Json schema, Revision revision) {
        out.name("requestedSchema").beginObject();
        if (revision.hasSchemaDialect()) {
            out.field("$schema", schema.get("$schema"));
        }
        out.field("type", "object").name("properties").beginObject();
        Json properties = schema.get("properties");
        if (properties != null) {
            properties.members().forEach((name, property) -> writeProperty(out, name, property, revision));
        }
        out.endObject();
        out.field("required", schema.get("required"));
        out.endObject();
    }

    private static void writeProperty(JsonWriter out, String name, Json property, Revision revision) {
        boolean rich = revision.hasRichForms();
        if (!rich && RequestedSchemaValidator.isMultipleChoice(property)) {
            throw new IllegalArgumentException("The form asks for several choices in \"" + name
                    + "\", which a client of " + revision + " cannot show. Ask for one choice at a time");
        }
        out.name(name).beginObject();
        property.members().forEach((keyword, value) -> {
            if (BASIC_KEYWORDS.contains(keyword)
                    || (rich && RICH_KEYWORDS.contains(keyword))
                    || isBooleanDefault(keyword, value)) {
                out.field(keyword, value);
            }
        });
        Json titled = property.get("oneOf");
        if (!rich && titled != null) {
            writeChoices(out, "enum", "const", titled.elements());
            writeChoices(out, "enumNames", "title", titled.elements());
        }
        out.endObject();
    }

    /** 2025-06-18 has defaults for booleans only. */
    private static boolean isBooleanDefault(String keyword, Json value) {
        return keyword.equals("default") && value.bool() != null;
    }

    private static void writeChoices(JsonWriter out, String name, String member, List<Json> titled) {
        out.name(name).beginArray();
        titled.stream()
                .map(choice -> choice.get(member))
                .filter(Objects::nonNull)
                .forEach(out::value);
        out.endArray();
    }
}
