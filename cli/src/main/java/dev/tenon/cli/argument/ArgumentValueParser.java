package dev.tenon.cli.argument;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts typed text to a JSON value of the expected type. */
final class ArgumentValueParser {
    private ArgumentValueParser() {}

    static Json parse(NamedArgument argument, ArgumentSchema expected) {
        Json json = tryParseJson(argument.value());
        if (argument.isJson()) {
            if (json == null) {
                throw usageError("The argument '" + argument.name() + "' must be JSON after :=, but " + argument.value()
                        + " is not. The shell removes quotes: put the whole argument in '...'.");
            }
            return json;
        }
        Set<JsonKind> kinds = expected.kinds();
        if (kinds.contains(JsonKind.STRING) || kinds.isEmpty() && json == null) {
            return Json.of(argument.value());
        }
        if (json != null
                && (kinds.isEmpty() || kinds.contains(json.kind()))
                && !(expected.isInteger() && isFraction(json))) {
            return json;
        }
        throw usageError("The argument '" + argument.name() + "' must be " + describeExpected(expected) + ", but '"
                + argument.value() + "' is not.");
    }

    private static String describeExpected(ArgumentSchema expected) {
        String type = TextEscaper.escapeLine(expected.describeType());
        return switch (type) {
            case "integer" -> "an integer, such as 3";
            case "number" -> "a number, such as 2.5";
            case "boolean" -> "true or false";
            case "array" -> "an array in JSON, such as '[1, 2]'";
            case "object" -> "an object in JSON, such as '{\"a\": 1}'";
            default -> type;
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
