package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        return parseEnumChoices(schema.get("enum"), schema.get("enumNames"));
    }

    private static List<FieldChoice> parseEnumChoices(@Nullable Json values, @Nullable Json names) {
        List<FieldChoice> choices = new ArrayList<>();
        List<Json> titles = names == null ? List.of() : names.elements();
        for (Json value : values == null ? List.<Json>of() : values.elements()) {
            int index = choices.size();
            choices.add(new FieldChoice(
                    stringOrEmpty(value),
                    index < titles.size() ? stringOrEmpty(titles.get(index)) : stringOrEmpty(value)));
        }
        return choices;
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
    String displayText() {
        return TextEscaper.escapeLine(title.isEmpty() ? value : title);
    }
}
