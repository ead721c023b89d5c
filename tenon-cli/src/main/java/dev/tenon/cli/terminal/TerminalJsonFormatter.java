package dev.tenon.cli.terminal;

import dev.tenon.guard.internal.file.JsonFormatter;
import dev.tenon.json.Json;

/** JSON as text for a screen or a script: every digit and every member as it came, and nothing hidden. */
public final class TerminalJsonFormatter {
    private TerminalJsonFormatter() {}

    /** On one line, without blanks. */
    public static String formatCompact(Json json) {
        return escapeHidden(JsonFormatter.formatCompact(json));
    }

    /** In lines, indented by two blanks. */
    public static String formatIndented(Json json) {
        return escapeHidden(JsonFormatter.format(json).stripTrailing());
    }

    /** Only texts hold what is hidden, as an escape says what it is; the line ends are ours. */
    private static String escapeHidden(String json) {
        StringBuilder out = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (c != '\n' && TextEscaper.isHidden(c)) {
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
