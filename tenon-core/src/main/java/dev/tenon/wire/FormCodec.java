package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.FormShape;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Set;

/**
 * The schema of a form, with exactly the keywords that a revision knows. 2025-06-18 has no titled choices, which become
 * names beside the values, and no multiple choices, which cannot be asked there.
 */
final class FormCodec {
    private static final Set<String> PLAIN = Set.of(
            "type",
            "title",
            "description",
            "minLength",
            "maxLength",
            "format",
            "minimum",
            "maximum",
            "enum",
            "enumNames");
    private static final Set<String> RICH = Set.of("default", "oneOf", "items", "minItems", "maxItems");

    private final Revision revision;

    FormCodec(Revision revision) {
        this.revision = revision;
    }

    void field(JsonWriter out, Json schema) {
        out.name("requestedSchema").object();
        if (revision.hasSchemaDialect()) {
            out.field("$schema", schema.get("$schema"));
        }
        out.field("type", "object").name("properties").object();
        Json properties = schema.get("properties");
        if (properties != null) {
            properties.members().forEach((name, property) -> property(out, name, property));
        }
        out.endObject();
        out.field("required", schema.get("required"));
        out.endObject();
    }

    private void property(JsonWriter out, String name, Json property) {
        boolean rich = revision.hasRichForms();
        if (!rich && FormShape.isMultipleChoice(property)) {
            throw new IllegalArgumentException("The form asks for several choices in \"" + name
                    + "\", which a client of " + revision + " cannot show. Ask for one choice at a time");
        }
        out.name(name).object();
        property.members().forEach((keyword, value) -> {
            if (PLAIN.contains(keyword) || (rich && RICH.contains(keyword)) || isFlagDefault(keyword, value)) {
                out.field(keyword, value);
            }
        });
        Json titled = property.get("oneOf");
        if (!rich && titled != null) {
            choices(out, "enum", "const", titled.elements());
            choices(out, "enumNames", "title", titled.elements());
        }
        out.endObject();
    }

    /** The one default that 2025-06-18 has. */
    private static boolean isFlagDefault(String keyword, Json value) {
        return keyword.equals("default") && value.bool() != null;
    }

    private static void choices(JsonWriter out, String name, String member, List<Json> titled) {
        out.name(name).array();
        for (Json choice : titled) {
            Json value = choice.get(member);
            if (value != null) {
                out.value(value);
            }
        }
        out.endArray();
    }
}
