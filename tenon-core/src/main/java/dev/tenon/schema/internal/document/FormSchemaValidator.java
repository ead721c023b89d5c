package dev.tenon.schema.internal.document;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.SchemaException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a form may hold (2026-07-28, client/elicitation, Requested Schema; the same since 2025-06-18, choices later).
 */
public final class FormSchemaValidator {
    private static final Set<String> ROOT = Set.of("$schema", "type", "properties", "required");
    private static final Set<String> WORDS = Set.of("type", "title", "description", "default");
    private static final Set<String> FORMATS = Set.of("email", "uri", "date", "date-time");
    private static final List<String> SECRETS = List.of(
            "password",
            "passwd",
            "passphrase",
            "secret",
            "apikey",
            "accesstoken",
            "privatekey",
            "creditcard",
            "cardnumber",
            "cvv",
            "cvc");

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
        properties
                .members()
                .forEach((name, schema) -> validateField(JsonPointers.append("/properties", name), name, schema));
    }

    private static void validateField(String at, String name, Json schema) {
        String plain = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        if (SECRETS.stream().anyMatch(plain::contains)) {
            throw new SchemaException(
                    JsonPointers.toMessageText(at),
                    "a form must not ask for passwords, keys, tokens or payment credentials; send the user to a URL");
        }
        String type = String.valueOf(schema.string("type"));
        switch (type) {
            case "string" -> validateTextField(at, schema);
            case "number", "integer" -> requireOnlyKeywords(at, schema, WORDS, Set.of("minimum", "maximum"));
            case "boolean" -> requireOnlyKeywords(at, schema, WORDS, Set.of());
            case "array" -> validateChoiceList(at, schema);
            default ->
                throw new SchemaException(
                        JsonPointers.toMessageText(at),
                        "a form is flat: its members are strings, numbers, booleans, choices or lists of choices");
        }
    }

    private static void validateTextField(String at, Json schema) {
        if (schema.get("enum") != null) {
            requireOnlyKeywords(at, schema, WORDS, Set.of("enum", "enumNames"));
            requireStrings(JsonPointers.append(at, "enum"), schema.get("enum"));
        } else if (schema.get("oneOf") != null) {
            requireOnlyKeywords(at, schema, WORDS, Set.of("oneOf"));
            requireTitledOptions(JsonPointers.append(at, "oneOf"), schema.get("oneOf"));
        } else {
            requireOnlyKeywords(at, schema, WORDS, Set.of("minLength", "maxLength", "format"));
            String format = schema.string("format");
            if (format != null && !FORMATS.contains(format)) {
                throw new SchemaException(
                        JsonPointers.toMessageText(JsonPointers.append(at, "format")),
                        "a form knows the formats email, uri, date and date-time only, not " + format
                                + "; ask for a plain string");
            }
        }
    }

    private static void validateChoiceList(String at, Json schema) {
        requireOnlyKeywords(at, schema, WORDS, Set.of("items", "minItems", "maxItems"));
        Json items = schema.get("items") == null ? Json.EMPTY_OBJECT : schema.get("items");
        String inside = JsonPointers.append(at, "items");
        if (items.get("enum") != null) {
            requireOnlyKeywords(inside, items, Set.of("type", "enum"), Set.of());
            requireStrings(JsonPointers.append(inside, "enum"), items.get("enum"));
        } else if (items.get("anyOf") != null) {
            requireOnlyKeywords(inside, items, Set.of("anyOf"), Set.of());
            requireTitledOptions(JsonPointers.append(inside, "anyOf"), items.get("anyOf"));
        } else {
            throw new SchemaException(
                    JsonPointers.toMessageText(at), "a list in a form holds choices: use a collection of an enum");
        }
    }

    private static void requireStrings(String at, Json values) {
        if (values.elements().stream().anyMatch(v -> v.kind() != JsonKind.STRING)) {
            throw new SchemaException(JsonPointers.toMessageText(at), "the choices of a form are strings");
        }
    }

    private static void requireTitledOptions(String at, Json options) {
        for (Json option : options.elements()) {
            if (option.string("const") == null || option.string("title") == null) {
                throw new SchemaException(
                        JsonPointers.toMessageText(at), "each choice has a const and a title, both strings");
            }
        }
    }

    private static void requireOnlyKeywords(String at, Json schema, Set<String> some, Set<String> more) {
        for (String keyword : schema.members().keySet()) {
            if (!some.contains(keyword) && !more.contains(keyword)) {
                throw new SchemaException(
                        JsonPointers.toMessageText(JsonPointers.append(at, keyword)),
                        "a form must not use " + keyword + " here; check it when the answer is there");
            }
        }
    }
}
