package dev.tenon.guard.config.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.schema.NameSuggester;
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
 * Validates a file against the published JSON Schema of the configuration. Unlike a general validator, it reports the
 * line, what was expected ({@code x-expected} of the schema), and the name that was probably meant.
 */
public record ConfigSchemaValidator(ConfigProblems problems) {
    /** The published schema, as in {@code docs/}. */
    public static final Json SCHEMA = loadSchema();

    private static final Json DEFINITIONS = Objects.requireNonNull(SCHEMA.get("$defs"));

    private static Json loadSchema() {
        try (InputStream in =
                Objects.requireNonNull(ConfigSchemaValidator.class.getResourceAsStream("guard-config.schema.json"))) {
            return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a problem for everything in a file that does not conform to the schema. */
    void validate(YamlNode file) {
        validate("", file, SCHEMA);
    }

    private void validate(String path, YamlNode value, Json schema) {
        Json expected = resolveReference(schema);
        boolean isObject = "object".equals(expected.string("type"));
        if (isObject && value instanceof YamlNode.YamlMapping entries) {
            Json properties = expected.get("properties");
            if (properties == null) {
                validateNamesAndValues(path, entries, expected);
            } else {
                validateObject(path, entries, expected, properties.members());
            }
        } else if ("array".equals(expected.string("type")) && value instanceof YamlNode.YamlSequence items) {
            validateSequence(path, items, expected);
        } else if (expected.get("anyOf") != null) {
            validate(path, value, elements(expected, "anyOf").get(value instanceof YamlNode.YamlMapping ? 1 : 0));
        } else if (!(value instanceof YamlNode.YamlScalar scalar) || !isValid(scalar.json(), expected)) {
            addTypeProblem(path, value, expected);
        }
    }

    private static Json resolveReference(Json schema) {
        String reference = schema.string("$ref");
        return reference == null ? schema : schemaMemberOrThrow(DEFINITIONS, reference.substring("#/$defs/".length()));
    }

    private static Json schemaMemberOrThrow(Json object, String name) {
        return Objects.requireNonNull(object.get(name), name);
    }

    private static List<Json> elements(Json schema, String keyword) {
        Json list = schema.get(keyword);
        return list == null ? List.of() : list.elements();
    }

    private static List<String> strings(Json schema, String keyword) {
        return elements(schema, keyword).stream()
                .map(word -> String.valueOf(word.string()))
                .toList();
    }

    private static boolean isValid(Json value, Json expected) {
        if (expected.get("enum") != null) {
            return elements(expected, "enum").contains(value);
        }
        return switch (String.valueOf(expected.string("type"))) {
            case "string" -> value.string() != null && matches(value.string(), expected);
            case "integer" ->
                value.isInteger()
                        && compareToBound(value, expected, "minimum") >= 0
                        && compareToBound(value, expected, "maximum") <= 0;
            case "number" -> value.kind() == JsonKind.NUMBER;
            case "boolean" -> value.kind() == JsonKind.BOOLEAN;
            default -> false;
        };
    }

    private static boolean matches(String text, Json expected) {
        return Pattern.matches(String.valueOf(expected.string("pattern")), text);
    }

    /**
     * Compares a number with a bound of the schema.
     *
     * @throws NullPointerException if the schema does not have the bound
     */
    private static int compareToBound(Json value, Json expected, String bound) {
        BigDecimal limit =
                Objects.requireNonNull(schemaMemberOrThrow(expected, bound).number());
        return Objects.requireNonNull(value.number()).compareTo(limit);
    }

    private void addTypeProblem(String path, YamlNode value, Json expected) {
        String given = value instanceof YamlNode.YamlScalar scalar
                ? describe(scalar) + correctionHint(scalar, expected)
                : value instanceof YamlNode.YamlSequence ? "a list" : "a mapping";
        addExpectationProblem(path, value, expected, given);
    }

    private void addExpectationProblem(String path, YamlNode value, Json expected, String given) {
        problems.add(value.line(), describePath(path) + " must be " + describeExpected(expected) + ", but is " + given);
    }

    private static String describe(YamlNode.YamlScalar scalar) {
        return scalar.json().isNull() ? "empty" : Excerpts.quote(scalar.text());
    }

    private static String correctionHint(YamlNode.YamlScalar scalar, Json expected) {
        if (expected.get("pattern") != null && scalar.json().string() == null && matches(scalar.text(), expected)) {
            return "; put it in quotes";
        }
        return suggestion(scalar.text(), strings(expected, "enum"), "");
    }

    private static String suggestion(String written, List<String> known, String fallback) {
        String closest = NameSuggester.suggest(written, known);
        return closest == null ? fallback : "; did you mean \"" + closest + "\"?";
    }

    /** Returns what a schema expects, as words that continue "must be". */
    private static String describeExpected(Json schema) {
        Json expected = resolveReference(schema);
        String words = expected.string("x-expected");
        if (words != null) {
            return words;
        }
        if (expected.get("enum") != null) {
            return "one of " + String.join(", ", strings(expected, "enum"));
        }
        return switch (String.valueOf(expected.string("type"))) {
            case "integer" -> "a whole number from " + expected.get("minimum") + " to " + expected.get("maximum");
            case "number" -> "a number";
            case "boolean" -> "true or false";
            case "array" -> "a list" + nonEmptySuffix(expected, "minItems");
            default -> "a mapping of names" + nonEmptySuffix(expected, "minProperties");
        };
    }

    private static String nonEmptySuffix(Json expected, String keyword) {
        return expected.get(keyword) == null ? "" : " that is not empty";
    }

    private void checkNotEmpty(String path, YamlNode value, boolean isEmpty, Json expected, String keyword) {
        if (isEmpty && expected.get(keyword) != null) {
            addExpectationProblem(path, value, expected, "empty");
        }
    }

    private void validateSequence(String path, YamlNode.YamlSequence items, Json expected) {
        checkNotEmpty(path, items, items.items().isEmpty(), expected, "minItems");
        for (int i = 0; i < items.items().size(); i++) {
            validate(path + "[" + i + "]", items.items().get(i), schemaMemberOrThrow(expected, "items"));
        }
    }

    private void validateNamesAndValues(String path, YamlNode.YamlMapping entries, Json expected) {
        checkNotEmpty(path, entries, entries.entries().isEmpty(), expected, "minProperties");
        Json names = schemaMemberOrThrow(expected, "propertyNames");
        entries.entries().forEach((name, entry) -> {
            if (!matches(name, names)) {
                String place = "the name " + Excerpts.quote(name) + " in \"" + path + "\"";
                problems.add(entry.line(), place + " must be " + describeExpected(names));
            }
            validate(childPath(path, name), entry.value(), schemaMemberOrThrow(expected, "additionalProperties"));
        });
    }

    private void validateObject(String path, YamlNode.YamlMapping entries, Json expected, Map<String, Json> fields) {
        List<String> known = List.copyOf(fields.keySet());
        entries.entries().forEach((name, entry) -> {
            @Nullable Json field = fields.get(name);
            if (field == null) {
                String hint = suggestion(name, known, "; it may have " + String.join(", ", known));
                String unknown = " has no \"" + Excerpts.escapeInvisible(name, 60) + "\"";
                problems.add(entry.line(), describePath(path) + unknown + hint);
            } else {
                validate(childPath(path, name), entry.value(), field);
            }
        });
        for (String name : strings(expected, "required")) {
            if (!entries.entries().containsKey(name)) {
                String expectedValue = describeExpected(Objects.requireNonNull(fields.get(name)));
                problems.add(entries.line(), describePath(path) + " lacks \"" + name + "\": " + expectedValue);
            }
        }
        checkExactlyOne(path, entries, elements(expected, "oneOf"));
    }

    private void checkExactlyOne(String path, YamlNode.YamlMapping entries, List<Json> choices) {
        List<String> names = choices.stream()
                .flatMap(each -> strings(each, "required").stream())
                .toList();
        List<String> given =
                names.stream().filter(entries.entries()::containsKey).toList();
        if (!names.isEmpty() && given.size() != 1) {
            String actual = given.isEmpty() ? "has none" : "has " + String.join(" and ", given);
            String text = " must have exactly one of " + String.join(", ", names) + ", but " + actual;
            problems.add(entries.line(), describePath(path) + text);
        }
    }

    private static String describePath(String path) {
        return path.isEmpty() ? "The file" : "\"" + path + "\"";
    }

    private static String childPath(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
