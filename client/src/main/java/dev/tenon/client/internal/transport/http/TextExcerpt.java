package dev.tenon.client.internal.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.internal.text.Excerpts;

/**
 * Formats the beginning of a body that is not a protocol message, for a person: one line, without invisible characters.
 */
public final class TextExcerpt {
    private static final int MAX_CHARS = 200;

    private TextExcerpt() {}

    public static String of(byte[] bytes) {
        // A character has at most four bytes.
        String text = new String(bytes, 0, Math.min(bytes.length, 8 * MAX_CHARS), UTF_8);
        return Excerpts.escapeInvisible(text.replaceAll("\\s+", " ").strip(), MAX_CHARS);
    }
}
