package dev.tenon.internal.text;

import org.jspecify.annotations.Nullable;

/** Quotes a peer's text for a message: short, on one line, nothing invisible. */
public final class Excerpts {
    private static final int MAX_CHARS = 60;

    private Excerpts() {}

    /** The text in double quotes, at most 60 characters of it, control and format characters as {@code ?}. */
    public static String quote(@Nullable String text) {
        if (text == null) {
            return "nothing";
        }
        boolean whole = text.codePointCount(0, text.length()) <= MAX_CHARS;
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().limit(MAX_CHARS).forEach(c -> quoted.appendCodePoint(isVisible(c) ? c : '?'));
        return quoted.append(whole ? "\"" : "...\"").toString();
    }

    /**
     * The text for a person to read, at most so many characters of it: what steers a terminal, breaks a line or cannot
     * be seen is written as in JSON, such as a backslash, {@code u} and {@code 202e}.
     */
    public static String escapeInvisible(String text, int longest) {
        boolean whole = text.codePointCount(0, text.length()) <= longest;
        StringBuilder shown = new StringBuilder(Math.min(text.length(), longest));
        text.codePoints().limit(longest).forEach(c -> {
            if (isVisible(c)) {
                shown.appendCodePoint(c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return whole ? shown.toString() : shown + "...";
    }

    /** Whether a character is shown as itself: it steers no terminal, breaks no line and is seen. */
    public static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
