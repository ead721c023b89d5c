package dev.tenon.cli.terminal;

import dev.tenon.internal.text.Excerpts;

/**
 * Text of a server, which may hold anything: colours and commands for the terminal, letters that turn the reading
 * direction, letters that nobody sees. All of these are written out ({@code \x1b}, {@code \u202e}), so that what is
 * read is what is there.
 */
public final class TextEscaper {
    private static final int LAST_OF_TWO_DIGITS = 0xFF;
    private static final int LAST_OF_FOUR_DIGITS = 0xFFFF;

    private TextEscaper() {}

    /** A text of any number of lines: line ends and tabs stay. */
    public static String escapeText(String text) {
        return escapeHidden(text.replace("\r\n", "\n"), true);
    }

    /** A text for one line: line ends are written out, too. */
    public static String escapeLine(String text) {
        return escapeHidden(text, false);
    }

    /** The first line that has anything in it. */
    public static String escapeFirstLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(TextEscaper::escapeLine)
                .orElse("");
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
        if (c == '\n') {
            return "\\n";
        }
        if (c == '\r') {
            return "\\r";
        }
        if (c == '\t') {
            return "\\t";
        }
        if (c <= LAST_OF_TWO_DIGITS) {
            return String.format("\\x%02x", c);
        }
        return String.format(c <= LAST_OF_FOUR_DIGITS ? "\\u%04x" : "\\u{%x}", c);
    }

    /** Whether a terminal would obey it, or show nothing for it. */
    static boolean isHidden(int c) {
        return !Excerpts.isVisible(c) || isInvisibleLetter(c);
    }

    /** Letters without ink, by which a text can be hidden in another: fillers, joiners and variation selectors. */
    private static boolean isInvisibleLetter(int c) {
        return c == 0x034F
                || c == 0x115F
                || c == 0x1160
                || c == 0x17B4
                || c == 0x17B5
                || c >= 0x180B && c <= 0x180F
                || c == 0x3164
                || c == 0xFFA0
                // The last two choose between a picture and a letter, and are common.
                || c >= 0xFE00 && c <= 0xFE0D
                || c >= 0xE0100 && c <= 0xE01EF;
    }
}
