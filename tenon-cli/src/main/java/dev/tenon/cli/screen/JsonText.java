package dev.tenon.cli.screen;

import dev.tenon.guard.file.PrettyJson;
import dev.tenon.json.Json;

/** JSON as text for a screen or a script: every digit and every member as it came, and nothing hidden. */
public final class JsonText {
    private JsonText() {}

    /** On one line, without blanks. */
    public static String compact(Json json) {
        return visible(PrettyJson.compact(json));
    }

    /** In lines, indented by two blanks. */
    public static String indented(Json json) {
        return visible(PrettyJson.of(json).stripTrailing());
    }

    /** Only texts hold what is hidden, as an escape says what it is; the line ends are ours. */
    private static String visible(String json) {
        StringBuilder out = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (c != '\n' && Visible.isHidden(c)) {
                for (char half : Character.toChars(c)) {
                    out.append(String.format("\\u%04x", (int) half));
                }
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
