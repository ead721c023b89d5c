package dev.tenon.client.internal.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Quote;

/** The beginning of what a server sent instead of a message, for a person to read: one line, nothing invisible. */
final class Excerpt {
    private static final int LONGEST = 200;

    private Excerpt() {}

    static String of(byte[] bytes) {
        // A character has at most four bytes.
        String text = new String(bytes, 0, Math.min(bytes.length, 8 * LONGEST), UTF_8)
                .replaceAll("\\s+", " ")
                .strip();
        return Quote.visible(text, LONGEST);
    }
}
