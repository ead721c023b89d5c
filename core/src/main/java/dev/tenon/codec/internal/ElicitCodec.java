package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.Revision;
import dev.tenon.model.internal.RequestedSchemaValidator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Reads and writes elicitation requests. The schema of a form is written with only the keywords that the revision has.
 * 2025-06-18 has no titled choices, which become {@code enum} and {@code enumNames}, and no multiple choices, which are
 * rejected.
 */
record ElicitCodec(Revision revision) {
    private static final Set<String> BASIC_KEYWORDS =
            Set.of("type title description minLength maxLength format minimum maximum enum enumNames".split(" ", -1));
    private static final Set<String> RICH_KEYWORDS = Set.of("default", "oneOf", "items", "minItems", "maxItems");

    JsonObjectCodec<Elicit> codec() {
        return new JsonObjectCodec<>(this::writeMembers, this::read);
    }

    private void writeMembers(JsonWriter out, Elicit it) {
        if (it instanceof ElicitForm request) {
            if (revision.hasUrlElicitation()) {
                out.fieldUnlessNull("mode", "form");
            }
            out.fieldUnlessNull("message", request.message());
            writeRequestedSchema(out, request.requestedSchema());
        } else if (it instanceof ElicitUrl request) {
            writeUrlMode(out, request);
        }
    }

    private void writeUrlMode(JsonWriter out, ElicitUrl request) {
        if (!revision.hasUrlElicitation()) {
            throw new IllegalArgumentException("A client of " + revision + " cannot be sent to a URL. Ask by a form");
        }
        out.fieldUnlessNull("mode", "url").fieldUnlessNull("message", request.message());
        if (revision.hasElicitationIds()) {
            if (request.elicitationId() == null) {
                throw new IllegalArgumentException("In " + revision + " elicitation by URL needs an elicitationId");
            }
            out.fieldUnlessNull("elicitationId", request.elicitationId());
        }
        out.fieldUnlessNull("url", request.url());
    }

    private void writeRequestedSchema(JsonWriter out, Json schema) {
        out.name("requestedSchema").beginObject();
        if (revision.hasSchemaDialect()) {
            out.fieldUnlessNull("$schema", schema.get("$schema"));
        }
        out.fieldUnlessNull("type", "object").name("properties").beginObject();
        Json properties = schema.get("properties");
        if (properties != null) {
            properties.members().forEach((name, property) -> writeProperty(out, name, property));
        }
        out.endObject();
        out.fieldUnlessNull("required", schema.get("required"));
        out.endObject();
    }

    private void writeProperty(JsonWriter out, String name, Json property) {
        boolean rich = revision.hasRichForms();
        if (!rich && RequestedSchemaValidator.isMultipleChoice(property)) {
            throw new IllegalArgumentException("The form asks for several choices in \"" + name
                    + "\", which a client of " + revision + " cannot show. Ask for one choice at a time");
        }
        out.name(name).beginObject();
        // 2025-06-18 has defaults for booleans only.
        property.members().forEach((keyword, value) -> {
            if (BASIC_KEYWORDS.contains(keyword)
                    || (rich && RICH_KEYWORDS.contains(keyword))
                    || (keyword.equals("default") && value.bool() != null)) {
                out.fieldUnlessNull(keyword, value);
            }
        });
        Json titled = property.get("oneOf");
        if (!rich && titled != null) {
            writeChoices(out, "enum", "const", titled.elements());
            writeChoices(out, "enumNames", "title", titled.elements());
        }
        out.endObject();
    }

    private static void writeChoices(JsonWriter out, String name, String member, List<Json> titled) {
        out.name(name).beginArray();
        titled.stream()
                .map(choice -> choice.get(member))
                .filter(Objects::nonNull)
                .forEach(out::value);
        out.endArray();
    }

    private Elicit read(JsonObjectReader in) {
        String mode = in.stringOrNull("mode");
        return switch (mode == null ? "form" : mode) {
            case "form" -> new ElicitForm(in.string("message"), in.object("requestedSchema"), in.meta());
            case "url" ->
                new ElicitUrl(in.string("message"), in.string("url"), in.stringOrNull("elicitationId"), in.meta());
            default -> throw in.typeMismatch("mode", "form or url");
        };
    }
}
