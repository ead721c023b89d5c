package dev.tenon.json;

import org.jspecify.annotations.Nullable;

/** Quotes a peer's text for a message: short, on one line, nothing invisible. */
public final class Quote {
    private static final int LONGEST = 60;

    private Quote() {}

    /** The text in double quotes, at most 60 characters of it, control and format characters as {@code ?}. */
    public static String shortened(@Nullable String text) {
        if (text == null) {
            return "nothing";
        }
        boolean whole = text.codePointCount(0, text.length()) <= LONGEST;
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().limit(LONGEST).forEach(c -> quoted.appendCodePoint(isVisible(c) ? c : '?'));
        return quoted.append(whole ? "\"" : "...\"").toString();
    }

    private static boolean isVisible(int c) {
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
