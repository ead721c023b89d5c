package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
                        .map(choice ->
                                new FieldChoice(stringOrEmpty(choice.get("const")), stringOrEmpty(choice.get("title"))))
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
                        stringOrEmpty(values.get(i)), stringOrEmpty(i < titles.size() ? titles.get(i) : values.get(i))))
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
                .filter(choice -> choice.value().equals(typed) || choice.title().equalsIgnoreCase(typed))
                .findFirst();
    }

    /** Returns the escaped text for the user. */
    String escapedTitleOrValue() {
        return TextEscaper.escapeLine(title.isEmpty() ? value : title);
    }
}
