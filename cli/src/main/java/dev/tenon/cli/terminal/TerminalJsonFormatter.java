package dev.tenon.cli.terminal;

import dev.tenon.guard.internal.file.JsonFormatter;
import dev.tenon.json.Json;

/** Formats JSON for a terminal or a script: keeps every digit and every member, and escapes invisible characters. */
public final class TerminalJsonFormatter {
    private TerminalJsonFormatter() {}

    /** Formats on one line, without blanks. */
    public static String formatCompact(Json json) {
        return escapeHidden(JsonFormatter.formatWithoutWhiteSpace(json));
    }

    /** Formats on several lines, indented by two blanks. */
    public static String formatIndented(Json json) {
        return escapeHidden(JsonFormatter.format(json).stripTrailing());
    }

    /** Escapes invisible characters, which occur only in strings; the line ends come from the formatter. */
    private static String escapeHidden(String json) {
        StringBuilder out = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (c != '\n' && TextEscaper.isHidden(c)) {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format("\\u%04x", (int) unit));
                }
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
