package dev.tenon.cli.argument;

import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Visible;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a value of what was typed, of the type that is wanted. */
final class ValueReader {
    private ValueReader() {}

    static Json read(Setting setting, Wanted wanted) {
        Json json = jsonOrNull(setting.value());
        if (setting.isJson()) {
            if (json == null) {
                throw FailureException.misused("The argument '" + setting.name() + "' must be JSON behind :=, and "
                        + setting.value() + " is none. Mind that the shell takes quotes away: put the whole in '...'.");
            }
            return json;
        }
        Set<JsonKind> kinds = wanted.kinds();
        if (kinds.contains(JsonKind.STRING) || kinds.isEmpty() && json == null) {
            return Json.of(setting.value());
        }
        if (json != null && (kinds.isEmpty() || kinds.contains(json.kind())) && !(wanted.isWhole() && isBroken(json))) {
            return json;
        }
        throw FailureException.misused("The argument '" + setting.name() + "' must be " + words(wanted) + ", and '"
                + setting.value() + "' is none.");
    }

    private static String words(Wanted wanted) {
        String words = Visible.line(wanted.words());
        return switch (words) {
            case "integer" -> "an integer, such as 3";
            case "number" -> "a number, such as 2.5";
            case "boolean" -> "true or false";
            case "array" -> "an array in JSON, such as '[1, 2]'";
            case "object" -> "an object in JSON, such as '{\"a\": 1}'";
            default -> words;
        };
    }

    private static boolean isBroken(Json json) {
        return json.kind() == JsonKind.NUMBER && !json.isIntegerText();
    }

    private static @Nullable Json jsonOrNull(String text) {
        try {
            return Json.parse(text);
        } catch (JsonException e) {
            return null;
        }
    }
}
