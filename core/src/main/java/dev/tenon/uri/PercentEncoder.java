package dev.tenon.uri;

import java.nio.charset.StandardCharsets;

/** Percent-encodes values and literals (RFC 6570, sections 1.6 and 3.1). */
final class PercentEncoder {
    private static final String HEX = "0123456789ABCDEF";

    private PercentEncoder() {}

    /**
     * Appends a text, percent-encoded where necessary.
     *
     * @param keepReserved whether reserved characters and percent-encoded triplets are kept unchanged
     * @param maxLength maximum number of characters to append; a percent-encoded triplet counts as one
     * @throws IllegalArgumentException when the text contains an unpaired surrogate
     */
    static void append(StringBuilder out, String text, boolean keepReserved, int maxLength) {
        int at = 0;
        for (int count = 0; at < text.length() && count < maxLength; count++) {
            if (keepReserved && UriCharacters.isPercentTriplet(text, at)) {
                out.append(text, at, at + 3);
                at += 3;
            } else {
                int c = text.codePointAt(at);
                append(out, c, at, keepReserved);
                at += Character.charCount(c);
            }
        }
    }

    private static void append(StringBuilder out, int c, int at, boolean keepReserved) {
        if (UriCharacters.isUnreserved(c) || keepReserved && UriCharacters.isReserved(c)) {
            out.append((char) c);
            return;
        }
        if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            throw new IllegalArgumentException("unpaired surrogate at index " + at + " cannot be encoded");
        }
        for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
            out.append('%').append(HEX.charAt((octet >> 4) & 0xF)).append(HEX.charAt(octet & 0xF));
        }
    }
}
