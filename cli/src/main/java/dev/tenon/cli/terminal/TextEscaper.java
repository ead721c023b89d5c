package dev.tenon.cli.terminal;

import dev.tenon.internal.text.Excerpts;
import org.jspecify.annotations.Nullable;

/**
 * Escapes text of a server, which can contain terminal control sequences, direction overrides and invisible characters.
 * They are written as {@code \x1b} or {@code \u202e}, so that the user sees what the text contains.
 */
public final class TextEscaper {
    private static final int MAX_TWO_DIGITS = 0xFF;
    private static final int MAX_FOUR_DIGITS = 0xFFFF;

    private TextEscaper() {}

    /** Escapes a text of several lines; keeps line ends and tabs. */
    public static String escapeText(String text) {
        return escapeHidden(text.replace("\r\n", "\n"), true);
    }

    /** Escapes a text for one line, including line ends. */
    public static String escapeLine(String text) {
        return escapeHidden(text, false);
    }

    /** Escapes the first line that is not blank. */
    public static String escapeFirstLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(TextEscaper::escapeLine)
                .orElse("");
    }

    /** Returns the escaped first line of the description, otherwise the escaped title, otherwise an empty string. */
    public static String escapeSummary(@Nullable String description, @Nullable String title) {
        String first = description == null ? "" : escapeFirstLine(description);
        return !first.isEmpty() || title == null ? first : escapeLine(title);
    }

    private static String escapeHidden(String text, boolean lines) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (!isHidden(c) || lines && (c == '\n' || c == '\t')) {
                shown.appendCodePoint(c);
            } else {
                shown.append(escapeCodePoint(c));
            }
        });
        return shown.toString();
    }

    private static String escapeCodePoint(int c) {
        if (c > MAX_TWO_DIGITS) {
            return String.format(c <= MAX_FOUR_DIGITS ? "\\u%04x" : "\\u{%x}", c);
        }
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\x%02x", c);
        };
    }

    /** Returns whether a terminal would interpret the character or show nothing for it. */
    static boolean isHidden(int c) {
        return !Excerpts.isVisible(c) || isInvisibleLetter(c);
    }

    /**
     * Returns whether the character is an invisible letter, which can hide text: fillers, joiners, variation selectors.
     */
    private static boolean isInvisibleLetter(int c) {
        return switch (c) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0 -> true;
            // U+FE0E and U+FE0F select text or emoji style and are common.
            default -> c >= 0x180B && c <= 0x180F || c >= 0xFE00 && c <= 0xFE0D || c >= 0xE0100 && c <= 0xE01EF;
        };
    }
}
