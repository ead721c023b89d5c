package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.internal.RequestedSchemaValidator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form.
 *
 * @param name the name of the value in the response
 * @param schema the schema of the value
 * @param isRequired whether a value is required
 */
record FormField(String name, Json schema, boolean isRequired) {
    /** Returns the fields of a form in their order. */
    static List<FormField> parseFields(ElicitForm form) {
        Json properties = form.requestedSchema().get("properties");
        Json required = form.requestedSchema().get("required");
        List<String> requiredNames = required == null
                ? List.of()
                : required.elements().stream()
                        .map(each -> String.valueOf(each.string()))
                        .toList();
        List<FormField> fields = new ArrayList<>();
        (properties == null ? Map.<String, Json>of() : properties.members())
                .forEach((name, schema) -> fields.add(new FormField(name, schema, requiredNames.contains(name))));
        return fields;
    }

    /** Returns a form with only this field. */
    ElicitForm toSingleFieldForm() {
        return Elicit.form(
                name.isBlank() ? "field" : name, Json.of(Map.of("type", "object", "properties", Map.of(name, schema))));
    }

    /** Returns the escaped title or name for the user. */
    String escapedLabel() {
        String title = schema.string("title");
        return TextEscaper.escapeLine(title == null || title.isBlank() ? name : title);
    }

    /** Returns the value for an empty input, or null. */
    @Nullable Json defaultValue() {
        return schema.get("default");
    }

    /** Returns the lines that describe the expected value. */
    List<String> describeWithChoices() {
        List<String> lines = new ArrayList<>();
        String description = schema.string("description");
        String kind = describeKind();
        lines.add(escapedLabel() + (isRequired ? "" : " (optional)") + (kind.isEmpty() ? "" : ", " + kind));
        if (description != null) {
            lines.add("  " + TextEscaper.escapeText(description).replace("\n", "\n  "));
        }
        List<FieldChoice> choices = FieldChoice.parseChoices(schema);
        for (int i = 0; i < choices.size(); i++) {
            lines.add("  " + (i + 1) + ") " + choices.get(i).escapedTitleOrValue());
        }
        return lines;
    }

    private String describeKind() {
        if (RequestedSchemaValidator.isMultipleChoice(schema)) {
            return "any of these, with commas between";
        }
        if (!FieldChoice.parseChoices(schema).isEmpty()) {
            return "one of these";
        }
        String type = String.valueOf(schema.string("type"));
        String format = schema.string("format");
        return switch (type) {
            case "boolean" -> "yes or no";
            case "integer" -> "a whole number" + describeRange();
            case "number" -> "a number" + describeRange();
            default -> format == null ? "" : TextEscaper.escapeLine(format);
        };
    }

    private String describeRange() {
        Json minimum = schema.get("minimum");
        Json maximum = schema.get("maximum");
        return (minimum == null ? "" : " from " + TextEscaper.escapeLine(minimum.toString()))
                + (maximum == null ? "" : " to " + TextEscaper.escapeLine(maximum.toString()));
    }

    /** Returns the prompt, with the value for an empty input in brackets. */
    String promptText(@Nullable Json current) {
        Json shown = current == null ? defaultValue() : current;
        return "  " + (shown == null ? "" : "[" + format(shown) + "] ") + "> ";
    }

    /** Formats a value for the user. */
    String format(Json value) {
        if (value.kind() == JsonKind.ARRAY) {
            return value.elements().stream().map(this::format).collect(Collectors.joining(", "));
        }
        if (value.bool() != null) {
            return Boolean.TRUE.equals(value.bool()) ? "yes" : "no";
        }
        String text = value.string();
        if (text == null) {
            return TextEscaper.escapeLine(value.toString());
        }
        return FieldChoice.parseChoices(schema).stream()
                .filter(choice -> choice.value().equals(text))
                .findFirst()
                .map(FieldChoice::escapedTitleOrValue)
                .orElseGet(() -> TextEscaper.escapeLine(text));
    }

    /**
     * Parses the typed text.
     *
     * @throws IllegalArgumentException if the text is not a valid value of this field; the message says what to type
     */
    Json parseTypedText(String typed) {
        List<FieldChoice> choices = FieldChoice.parseChoices(schema);
        if (RequestedSchemaValidator.isMultipleChoice(schema)) {
            return Json.of(Arrays.stream(typed.split(",", -1))
                    .map(word ->
                            parseChoice(word.strip(), choices, "numbers from 1 to " + choices.size() + ", such as 1,2"))
                    .distinct()
                    .toList());
        }
        if (!choices.isEmpty()) {
            return Json.of(parseChoice(typed, choices, "a number from 1 to " + choices.size()));
        }
        return switch (String.valueOf(schema.string("type"))) {
            case "boolean" -> parseBoolean(typed);
            case "integer", "number" -> parseNumber(typed);
            default -> Json.of(typed);
        };
    }

    private static String parseChoice(String typed, List<FieldChoice> choices, String expected) {
        return FieldChoice.match(typed, choices).map(FieldChoice::value).orElseThrow(() -> invalidInput(expected));
    }

    private static Json parseBoolean(String typed) {
        return switch (typed.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> Json.of(true);
            case "n", "no", "false" -> Json.of(false);
            default -> throw invalidInput("yes or no");
        };
    }

    private static Json parseNumber(String typed) {
        try {
            Json number = Json.parse(typed);
            if (number.kind() == JsonKind.NUMBER) {
                return number;
            }
        } catch (JsonException e) {
            throw invalidInput("a number, such as 3");
        }
        throw invalidInput("a number, such as 3");
    }

    private static IllegalArgumentException invalidInput(String expected) {
        return new IllegalArgumentException("Type " + expected + ".");
    }

    /**
     * One of the allowed values of a form field.
     *
     * @param value the value that is sent
     * @param title the text that the user sees
     */
    record FieldChoice(String value, String title) {
        /** Returns the choices of a field, of which one or several can be selected; empty for free text. */
        static List<FieldChoice> parseChoices(Json property) {
            Json items = property.get("items");
            Json schema = items == null ? property : items;
            for (String keyword : List.of("oneOf", "anyOf")) {
                Json titled = schema.get(keyword);
                if (titled != null) {
                    return titled.elements().stream()
                            .map(choice -> new FieldChoice(
                                    stringOrEmpty(choice.get("const")), stringOrEmpty(choice.get("title"))))
                            .toList();
                }
            }
            Json values = schema.get("enum");
            return values == null ? List.of() : parseEnumChoices(values.elements(), schema.get("enumNames"));
        }

        private static List<FieldChoice> parseEnumChoices(List<Json> values, @Nullable Json names) {
            List<Json> titles = names == null ? List.of() : names.elements();
            return IntStream.range(0, values.size())
                    .mapToObj(i -> new FieldChoice(
                            stringOrEmpty(values.get(i)),
                            stringOrEmpty(i < titles.size() ? titles.get(i) : values.get(i))))
                    .toList();
        }

        private static String stringOrEmpty(@Nullable Json json) {
            String text = json == null ? null : json.string();
            return text == null ? "" : text;
        }

        /** Returns the choice with this number (from 1), value or title. */
        static Optional<FieldChoice> match(String typed, List<FieldChoice> choices) {
            if (typed.matches("[0-9]{1,4}")) {
                int number = Integer.parseInt(typed);
                if (number >= 1 && number <= choices.size()) {
                    return Optional.of(choices.get(number - 1));
                }
            }
            return choices.stream()
                    .filter(choice ->
                            choice.value().equals(typed) || choice.title().equalsIgnoreCase(typed))
                    .findFirst();
        }

        /** Returns the escaped text for the user. */
        String escapedTitleOrValue() {
            return TextEscaper.escapeLine(title.isEmpty() ? value : title);
        }
    }
}
