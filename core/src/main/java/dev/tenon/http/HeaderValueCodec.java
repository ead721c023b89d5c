package dev.tenon.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.internal.text.AsciiValidator;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes values of {@code Mcp-Name} and {@code Mcp-Param-*}: plain where that is safe, otherwise as {@code
 * =?base64?...?=} with the Base64 of the UTF-8 text (Streamable HTTP, section "Value Encoding", 2026-07-28).
 */
public final class HeaderValueCodec {
    private static final String PREFIX = "=?base64?";
    private static final String SUFFIX = "?=";

    private HeaderValueCodec() {}

    /**
     * Encodes a text as a header value. It is Base64-encoded when it contains other characters than printable ASCII,
     * begins or ends with a space, or looks like an encoded value.
     */
    public static String encode(String text) {
        return isPlain(text) ? text : PREFIX + encodeBase64(text.getBytes(UTF_8)) + SUFFIX;
    }

    /**
     * Decodes a received header value; surrounding white space is ignored. A value without the exact markers is literal
     * text.
     *
     * @return null when the value is invalid: it contains a character that is not allowed in a header, or the text
     *     between the markers is not canonical Base64 of UTF-8
     */
    public static @Nullable String decode(String value) {
        if (!AsciiValidator.isPrintable(value.replace('\t', ' '))) {
            return null;
        }
        // Only spaces and tabs can occur as white space here (RFC 9110, section 5.5).
        String trimmed = value.strip();
        boolean encoded = trimmed.length() >= PREFIX.length() + SUFFIX.length()
                && trimmed.startsWith(PREFIX)
                && trimmed.endsWith(SUFFIX);
        return encoded ? decodeBase64(trimmed.substring(PREFIX.length(), trimmed.length() - SUFFIX.length())) : trimmed;
    }

    private static boolean isPlain(String text) {
        boolean looksEncoded = text.startsWith(PREFIX) && text.endsWith(SUFFIX);
        return AsciiValidator.isPrintable(text) && !looksEncoded && !text.startsWith(" ") && !text.endsWith(" ");
    }

    private static @Nullable String decodeBase64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            // The decoder accepts missing padding and stray bits; only the canonical encoding is valid.
            if (!encodeBase64(bytes).equals(text)) {
                return null;
            }
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    private static String encodeBase64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
