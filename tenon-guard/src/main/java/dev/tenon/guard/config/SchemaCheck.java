package dev.tenon.guard.config;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.json.Quote;
import dev.tenon.schema.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks a file against the published JSON Schema of the configuration. A validator tells where a value is wrong; this
 * tells the line, what was expected ({@code x-expected} of the schema), and the name that was probably meant.
 */
record SchemaCheck(Problems problems) {
    /** The published schema, the one in {@code docs/}. */
    static final Json SCHEMA = published();

    private static final Json DEFINITIONS = Objects.requireNonNull(SCHEMA.get("$defs"));

    private static Json published() {
        try (InputStream in =
                Objects.requireNonNull(SchemaCheck.class.getResourceAsStream("guard-config.schema.json"))) {
            return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes everything in which a file does not fit the schema. */
    void check(Yaml file) {
        check("", file, SCHEMA);
    }

    private void check(String place, Yaml value, Json schema) {
        Json expected = resolved(schema);
        boolean isObject = "object".equals(expected.string("type"));
        if (isObject && value instanceof Yaml.Entries entries) {
            Json properties = expected.get("properties");
            if (properties == null) {
                named(place, entries, expected);
            } else {
                fields(place, entries, expected, properties.members());
            }
        } else if ("array".equals(expected.string("type")) && value instanceof Yaml.Items items) {
            listed(place, items, expected);
        } else if (expected.get("anyOf") != null) {
            check(place, value, elements(expected, "anyOf").get(value instanceof Yaml.Entries ? 1 : 0));
        } else if (!(value instanceof Yaml.Scalar scalar) || !fits(scalar.json(), expected)) {
            wrong(place, value, expected);
        }
    }

    private static Json resolved(Json schema) {
        String reference = schema.string("$ref");
        return reference == null ? schema : member(DEFINITIONS, reference.substring("#/$defs/".length()));
    }

    private static Json member(Json object, String name) {
        return Objects.requireNonNull(object.get(name), name);
    }

    private static List<Json> elements(Json schema, String keyword) {
        Json list = schema.get(keyword);
        return list == null ? List.of() : list.elements();
    }

    private static List<String> words(Json schema, String keyword) {
        return elements(schema, keyword).stream()
                .map(word -> String.valueOf(word.string()))
                .toList();
    }

    private static boolean fits(Json value, Json expected) {
        if (expected.get("enum") != null) {
            return elements(expected, "enum").contains(value);
        }
        return switch (String.valueOf(expected.string("type"))) {
            case "string" -> value.string() != null && matches(value.string(), expected);
            case "integer" ->
                value.isInteger()
                        && compare(value, expected, "minimum") >= 0
                        && compare(value, expected, "maximum") <= 0;
            case "number" -> value.kind() == JsonKind.NUMBER;
            case "boolean" -> value.kind() == JsonKind.BOOLEAN;
            default -> false;
        };
    }

    private static boolean matches(String text, Json expected) {
        return Pattern.matches(String.valueOf(expected.string("pattern")), text);
    }

    private static int compare(Json value, Json expected, String bound) {
        return number(value).compareTo(number(member(expected, bound)));
    }

    private static BigDecimal number(Json value) {
        return Objects.requireNonNull(value.number());
    }

    private void wrong(String place, Yaml value, Json expected) {
        String given = value instanceof Yaml.Scalar scalar ? shown(scalar) : value.word();
        problems.add(
                value.line(),
                named(place) + " must be " + expected(expected) + ", but is " + given + hint(value, expected));
    }

    private static String shown(Yaml.Scalar scalar) {
        return scalar.json().isNull() ? "empty" : Quote.shortened(scalar.text());
    }

    private static String hint(Yaml value, Json expected) {
        if (!(value instanceof Yaml.Scalar scalar)) {
            return "";
        }
        if (expected.get("pattern") != null && scalar.json().string() == null && matches(scalar.text(), expected)) {
            return "; put it in quotes";
        }
        return meant(scalar.text(), words(expected, "enum"), "");
    }

    private static String meant(String written, List<String> known, String otherwise) {
        String near = Nearest.to(written, known);
        return near == null ? otherwise : "; did you mean \"" + near + "\"?";
    }

    /** What a schema expects, in words: they go on after "must be". */
    private static String expected(Json schema) {
        Json expected = resolved(schema);
        String words = expected.string("x-expected");
        if (words != null) {
            return words;
        }
        if (expected.get("enum") != null) {
            return "one of " + String.join(", ", words(expected, "enum"));
        }
        return switch (String.valueOf(expected.string("type"))) {
            case "integer" -> "a whole number from " + expected.get("minimum") + " to " + expected.get("maximum");
            case "number" -> "a number";
            case "boolean" -> "true or false";
            case "array" -> "a list" + notEmpty(expected, "minItems");
            default -> "a mapping of names" + notEmpty(expected, "minProperties");
        };
    }

    private static String notEmpty(Json expected, String least) {
        return expected.get(least) == null ? "" : " that is not empty";
    }

    private void checkNotEmpty(String place, Yaml value, boolean isEmpty, Json expected, String least) {
        if (isEmpty && expected.get(least) != null) {
            problems.add(value.line(), named(place) + " must be " + expected(expected) + ", but is empty");
        }
    }

    private void listed(String place, Yaml.Items items, Json expected) {
        checkNotEmpty(place, items, items.items().isEmpty(), expected, "minItems");
        for (int i = 0; i < items.items().size(); i++) {
            check(place + "[" + i + "]", items.items().get(i), member(expected, "items"));
        }
    }

    private void named(String place, Yaml.Entries entries, Json expected) {
        checkNotEmpty(place, entries, entries.entries().isEmpty(), expected, "minProperties");
        Json names = member(expected, "propertyNames");
        entries.entries().forEach((name, entry) -> {
            if (!matches(name, names)) {
                problems.add(
                        entry.line(),
                        "the name " + Quote.shortened(name) + " in \"" + place + "\" must be " + expected(names));
            }
            check(child(place, name), entry.value(), member(expected, "additionalProperties"));
        });
    }

    private void fields(String place, Yaml.Entries entries, Json expected, Map<String, Json> fields) {
        List<String> known = List.copyOf(fields.keySet());
        entries.entries().forEach((name, entry) -> {
            @Nullable Json field = fields.get(name);
            if (field == null) {
                problems.add(
                        entry.line(),
                        named(place) + " has no \"" + Quote.visible(name, 60) + "\""
                                + meant(name, known, "; it may have " + String.join(", ", known)));
            } else {
                check(child(place, name), entry.value(), field);
            }
        });
        for (String name : words(expected, "required")) {
            if (!entries.entries().containsKey(name)) {
                problems.add(
                        entries.line(),
                        named(place) + " lacks \"" + name + "\": "
                                + expected(Objects.requireNonNull(fields.get(name))));
            }
        }
        oneOf(
                place,
                entries,
                elements(expected, "oneOf").stream()
                        .flatMap(each -> words(each, "required").stream())
                        .toList());
    }

    private void oneOf(String place, Yaml.Entries entries, List<String> names) {
        List<String> given =
                names.stream().filter(entries.entries()::containsKey).toList();
        if (!names.isEmpty() && given.size() != 1) {
            String but = given.isEmpty() ? "has none" : "has " + String.join(" and ", given);
            problems.add(
                    entries.line(),
                    named(place) + " must have exactly one of " + String.join(", ", names) + ", but " + but);
        }
    }

    private static String named(String place) {
        return place.isEmpty() ? "The file" : "\"" + place + "\"";
    }

    private static String child(String place, String name) {
        return place.isEmpty() ? name : place + "." + name;
    }
}
