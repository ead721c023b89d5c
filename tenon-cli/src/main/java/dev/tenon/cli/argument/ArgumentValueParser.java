package dev.tenon.cli.argument;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a value of what was typed, of the type that is wanted. */
final class ArgumentValueParser {
    private ArgumentValueParser() {}

    static Json parse(TypedArgument setting, ArgumentSchema wanted) {
        Json json = tryParseJson(setting.value());
        if (setting.isJson()) {
            if (json == null) {
                throw CommandFailedException.usageError(
                        "The argument '" + setting.name() + "' must be JSON behind :=, and " + setting.value()
                                + " is none. Mind that the shell takes quotes away: put the whole in '...'.");
            }
            return json;
        }
        Set<JsonKind> kinds = wanted.kinds();
        if (kinds.contains(JsonKind.STRING) || kinds.isEmpty() && json == null) {
            return Json.of(setting.value());
        }
        if (json != null
                && (kinds.isEmpty() || kinds.contains(json.kind()))
                && !(wanted.isInteger() && isFraction(json))) {
            return json;
        }
        throw CommandFailedException.usageError("The argument '" + setting.name() + "' must be "
                + describeExpected(wanted) + ", and '" + setting.value() + "' is none.");
    }

    private static String describeExpected(ArgumentSchema wanted) {
        String words = TextEscaper.escapeLine(wanted.describeType());
        return switch (words) {
            case "integer" -> "an integer, such as 3";
            case "number" -> "a number, such as 2.5";
            case "boolean" -> "true or false";
            case "array" -> "an array in JSON, such as '[1, 2]'";
            case "object" -> "an object in JSON, such as '{\"a\": 1}'";
            default -> words;
        };
    }

    private static boolean isFraction(Json json) {
        return json.kind() == JsonKind.NUMBER && !json.isIntegerText();
    }

    private static @Nullable Json tryParseJson(String text) {
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return null;
        }
    }
}
