package dev.tenon.client.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The beginning of what a server sent instead of a message, for a person to read: one line, nothing invisible. */
final class Excerpt {
    private static final int LONGEST = 200;

    private Excerpt() {}

    static String of(byte[] bytes) {
        // A character has at most four bytes.
        String text = new String(bytes, 0, Math.min(bytes.length, 8 * LONGEST), UTF_8)
                .replaceAll("\\s+", " ")
                .strip();
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LONGEST).forEach(c -> shown.append(visible(c)));
        return text.codePointCount(0, text.length()) > LONGEST ? shown + "..." : shown.toString();
    }

    private static String visible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> String.format("\\u%04x", c);
            default -> Character.toString(c);
        };
    }
}
