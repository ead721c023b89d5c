package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.SchemaException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Validates that a schema is a form (MCP 2026-07-28, client/elicitation, Requested Schema; unchanged since 2025-06-18
 * except for choices, which came later).
 */
public final class FormSchemaValidator {
    private static final Set<String> ROOT = Set.of("$schema", "type", "properties", "required");
    private static final Set<String> ANNOTATIONS = Set.of("type", "title", "description", "default");
    private static final Set<String> FORMATS = Set.of("email", "uri", "date", "date-time");
    private static final List<String> SECRETS =
            List.of("password passwd passphrase secret apikey accesstoken privatekey creditcard cardnumber cvv cvc"
                    .split(" ", -1));

    private FormSchemaValidator() {}

    public static void validate(Json form) {
        if (!"object".equals(form.string("type"))) {
            throw new SchemaException("#", "a form is an object: add \"type\": \"object\"");
        }
        requireOnlyKeywords("", form, ROOT, Set.of());
        Json properties = form.get("properties");
        if (properties == null) {
            throw new SchemaException("#", "a form has properties, even when there are none");
        }
        properties.members().forEach(FormSchemaValidator::validateField);
    }

    private static void validateField(String name, Json schema) {
        String pointer = JsonPointers.append("/properties", name);
        String normalizedName = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        if (SECRETS.stream().anyMatch(normalizedName::contains)) {
            String problem = "a form must not ask for passwords, keys, tokens or payment credentials";
            throw JsonPointers.invalidAt(pointer, problem + "; send the user to a URL");
        }
        switch (String.valueOf(schema.string("type"))) {
            case "string" -> validateStringField(pointer, schema);
            case "number", "integer" -> requireOnlyKeywords(pointer, schema, ANNOTATIONS, Set.of("minimum", "maximum"));
            case "boolean" -> requireOnlyKeywords(pointer, schema, ANNOTATIONS, Set.of());
            case "array" -> validateChoiceList(pointer, schema);
            default ->
                throw JsonPointers.invalidAt(
                        pointer,
                        "a form is flat: its members are strings, numbers, booleans, choices or lists of choices");
        }
    }

    private static void validateStringField(String pointer, Json schema) {
        if (schema.get("enum") != null) {
            requireOnlyKeywords(pointer, schema, ANNOTATIONS, Set.of("enum", "enumNames"));
            requireStrings(JsonPointers.append(pointer, "enum"), schema.get("enum"));
        } else if (schema.get("oneOf") != null) {
            requireOnlyKeywords(pointer, schema, ANNOTATIONS, Set.of("oneOf"));
            requireTitledOptions(JsonPointers.append(pointer, "oneOf"), schema.get("oneOf"));
        } else {
            requireOnlyKeywords(pointer, schema, ANNOTATIONS, Set.of("minLength", "maxLength", "format"));
            String format = schema.string("format");
            if (format != null && !FORMATS.contains(format)) {
                String problem = "a form knows the formats email, uri, date and date-time only, not " + format;
                throw JsonPointers.invalidAt(
                        JsonPointers.append(pointer, "format"), problem + "; ask for a plain string");
            }
        }
    }

    private static void validateChoiceList(String pointer, Json schema) {
        requireOnlyKeywords(pointer, schema, ANNOTATIONS, Set.of("items", "minItems", "maxItems"));
        Json items = schema.get("items") == null ? Json.EMPTY_OBJECT : schema.get("items");
        String itemsPointer = JsonPointers.append(pointer, "items");
        if (items.get("enum") != null) {
            requireOnlyKeywords(itemsPointer, items, Set.of("type", "enum"), Set.of());
            requireStrings(JsonPointers.append(itemsPointer, "enum"), items.get("enum"));
        } else if (items.get("anyOf") != null) {
            requireOnlyKeywords(itemsPointer, items, Set.of("anyOf"), Set.of());
            requireTitledOptions(JsonPointers.append(itemsPointer, "anyOf"), items.get("anyOf"));
        } else {
            throw JsonPointers.invalidAt(pointer, "a list in a form holds choices: use a collection of an enum");
        }
    }

    private static void requireStrings(String pointer, Json values) {
        if (values.elements().stream().anyMatch(v -> v.kind() != JsonKind.STRING)) {
            throw JsonPointers.invalidAt(pointer, "the choices of a form are strings");
        }
    }

    private static void requireTitledOptions(String pointer, Json options) {
        if (options.elements().stream().anyMatch(o -> o.string("const") == null || o.string("title") == null)) {
            throw JsonPointers.invalidAt(pointer, "each choice has a const and a title, both strings");
        }
    }

    private static void requireOnlyKeywords(String pointer, Json schema, Set<String> allowed, Set<String> alsoAllowed) {
        for (String keyword : schema.members().keySet()) {
            if (!allowed.contains(keyword) && !alsoAllowed.contains(keyword)) {
                String problem = "a form must not use " + keyword + " here; check it when the user has responded";
                throw JsonPointers.invalidAt(JsonPointers.append(pointer, keyword), problem);
            }
        }
    }
}
