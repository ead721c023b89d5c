package dev.tenon.internal.text;

import org.jspecify.annotations.Nullable;

/** Formats text of a peer for messages: short, on one line, and without invisible characters. */
public final class Excerpts {
    private static final int MAX_CHARS = 60;

    private Excerpts() {}

    /**
     * Returns the text in double quotes, cut after 60 characters, with control and format characters replaced by
     * {@code ?}; {@code nothing} without quotes for null.
     */
    public static String quote(@Nullable String text) {
        if (text == null) {
            return "nothing";
        }
        boolean complete = text.codePointCount(0, text.length()) <= MAX_CHARS;
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().limit(MAX_CHARS).forEach(c -> quoted.appendCodePoint(isVisible(c) ? c : '?'));
        return quoted.append(complete ? "\"" : "...\"").toString();
    }

    /**
     * Returns the text for display, cut after {@code maxChars} characters. Characters that control a terminal, break a
     * line or are invisible are escaped as in JSON, for example as a backslash, {@code u} and {@code 202e}.
     */
    public static String escapeInvisible(String text, int maxChars) {
        boolean complete = text.codePointCount(0, text.length()) <= maxChars;
        StringBuilder escaped = new StringBuilder(Math.min(text.length(), maxChars));
        text.codePoints().limit(maxChars).forEach(c -> {
            if (isVisible(c)) {
                escaped.appendCodePoint(c);
            } else {
                escaped.append(String.format("\\u%04x", c));
            }
        });
        return complete ? escaped.toString() : escaped + "...";
    }

    /** Returns whether a character is displayed as itself: it controls no terminal, breaks no line and is visible. */
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

    /** Returns the text unescaped, or its first {@code maxChars} characters and an ellipsis. */
    public static String truncate(String text, int maxChars) {
        return text.length() <= maxChars ? text : text.substring(0, maxChars) + "...";
    }
}
