package dev.tenon.cli.asking;

import dev.tenon.cli.screen.Visible;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.FormShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One field of a form.
 *
 * @param name by which its value is sent
 * @param schema what the value may be
 * @param isRequired whether there must be one
 */
record Field(String name, Json schema, boolean isRequired) {
    /** The fields of a form in their order. */
    static List<Field> of(ElicitForm form) {
        Json properties = form.requestedSchema().get("properties");
        Json required = form.requestedSchema().get("required");
        List<String> needed = required == null
                ? List.of()
                : required.elements().stream()
                        .map(each -> String.valueOf(each.string()))
                        .toList();
        List<Field> fields = new ArrayList<>();
        (properties == null ? Map.<String, Json>of() : properties.members())
                .forEach((name, schema) -> fields.add(new Field(name, schema, needed.contains(name))));
        return fields;
    }

    /** A form of this field and no other. */
    ElicitForm alone() {
        return Elicit.form(
                name.isBlank() ? "field" : name, Json.of(Map.of("type", "object", "properties", Map.of(name, schema))));
    }

    /** For people. */
    String label() {
        String title = schema.string("title");
        return Visible.line(title == null || title.isBlank() ? name : title);
    }

    /** What it has when nothing is typed, or null. */
    @Nullable Json preset() {
        return schema.get("default");
    }

    /** Lines that say what is wanted. */
    List<String> about() {
        List<String> lines = new ArrayList<>();
        String description = schema.string("description");
        String kind = kind();
        lines.add(label() + (isRequired ? "" : " (optional)") + (kind.isEmpty() ? "" : ", " + kind));
        if (description != null) {
            lines.add("  " + Visible.text(description).replace("\n", "\n  "));
        }
        List<Choice> choices = Choice.of(schema);
        for (int i = 0; i < choices.size(); i++) {
            lines.add("  " + (i + 1) + ") " + choices.get(i).shown());
        }
        return lines;
    }

    private String kind() {
        if (isMultiple()) {
            return "any of these, with commas between";
        }
        if (!Choice.of(schema).isEmpty()) {
            return "one of these";
        }
        String type = String.valueOf(schema.string("type"));
        String format = schema.string("format");
        return switch (type) {
            case "boolean" -> "yes or no";
            case "integer" -> "a whole number" + bounds();
            case "number" -> "a number" + bounds();
            default -> format == null ? "" : Visible.line(format);
        };
    }

    private String bounds() {
        Json least = schema.get("minimum");
        Json most = schema.get("maximum");
        return (least == null ? "" : " from " + Visible.line(least.toString()))
                + (most == null ? "" : " to " + Visible.line(most.toString()));
    }

    private boolean isMultiple() {
        return FormShape.isMultipleChoice(schema);
    }

    /** What stands before the cursor; in brackets what it is when nothing is typed. */
    String prompt(@Nullable Json before) {
        Json otherwise = before == null ? preset() : before;
        return "  " + (otherwise == null ? "" : "[" + shown(otherwise) + "] ") + "> ";
    }

    /** A value for people. */
    String shown(Json value) {
        if (value.kind() == JsonKind.ARRAY) {
            return value.elements().stream().map(this::shown).collect(Collectors.joining(", "));
        }
        if (value.bool() != null) {
            return Boolean.TRUE.equals(value.bool()) ? "yes" : "no";
        }
        String text = value.string();
        if (text == null) {
            return Visible.line(value.toString());
        }
        return Choice.of(schema).stream()
                .filter(choice -> choice.value().equals(text))
                .findFirst()
                .map(Choice::shown)
                .orElseGet(() -> Visible.line(text));
    }

    /**
     * Reads what was typed as a value.
     *
     * @throws IllegalArgumentException when it is not a valid value of this field; the message says what to type
     */
    Json read(String typed) {
        List<Choice> choices = Choice.of(schema);
        if (isMultiple()) {
            return Json.of(Arrays.stream(typed.split(",", -1))
                    .map(word -> chosen(word.strip(), choices, "numbers from 1 to " + choices.size() + ", such as 1,2"))
                    .distinct()
                    .toList());
        }
        if (!choices.isEmpty()) {
            return Json.of(chosen(typed, choices, "a number from 1 to " + choices.size()));
        }
        return switch (String.valueOf(schema.string("type"))) {
            case "boolean" -> yesOrNo(typed);
            case "integer", "number" -> number(typed);
            default -> Json.of(typed);
        };
    }

    private static String chosen(String typed, List<Choice> choices, String wanted) {
        return Choice.meant(typed, choices).map(Choice::value).orElseThrow(() -> wrong(wanted));
    }

    private static Json yesOrNo(String typed) {
        return switch (typed.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> Json.of(true);
            case "n", "no", "false" -> Json.of(false);
            default -> throw wrong("yes or no");
        };
    }

    private static Json number(String typed) {
        try {
            Json number = Json.parse(typed);
            if (number.kind() == JsonKind.NUMBER) {
                return number;
            }
        } catch (JsonException e) {
            throw wrong("a number, such as 3");
        }
        throw wrong("a number, such as 3");
    }

    private static IllegalArgumentException wrong(String wanted) {
        return new IllegalArgumentException("Type " + wanted + ".");
    }
}
