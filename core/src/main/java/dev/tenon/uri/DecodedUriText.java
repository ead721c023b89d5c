package dev.tenon.uri;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The decoded characters of a URI or a part of one, with a flag for each that was percent-encoded. Positions count
 * decoded characters, so nothing can end within a percent-encoded one.
 */
record DecodedUriText(int[] characters, BitSet encoded) {
    /** Marks an invalid character; NUL is never allowed in a URI. */
    private static final int INVALID = 0;

    /**
     * Decodes a text; empty when the percent-encoding or its UTF-8 is invalid, or when it contains a control character.
     */
    static Optional<DecodedUriText> of(String text) {
        int[] characters = new int[text.length()];
        BitSet encoded = new BitSet();
        int count = 0;
        for (int at = 0; at < text.length(); ) {
            int start = at;
            while (UriCharacters.isPercentTriplet(text, at)) {
                at += 3;
            }
            if (at > start) {
                int[] decoded = decodePercentTriplets(text, start, at);
                System.arraycopy(decoded, 0, characters, count, decoded.length);
                encoded.set(count, count + decoded.length);
                count += decoded.length;
            } else {
                characters[count++] = text.charAt(at) == '%' ? INVALID : text.codePointAt(at);
                at += Character.charCount(text.codePointAt(at));
            }
        }
        boolean valid = Arrays.stream(characters, 0, count).allMatch(DecodedUriText::isNonControlScalar);
        return valid ? Optional.of(new DecodedUriText(Arrays.copyOf(characters, count), encoded)) : Optional.empty();
    }

    private static boolean isNonControlScalar(int c) {
        return !Character.isISOControl(c) && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
    }

    /** Decodes percent-encoded octets as strict UTF-8: an overlong form could hide a slash or a dot from a check. */
    private static int[] decodePercentTriplets(String text, int from, int to) {
        ByteBuffer octets = ByteBuffer.allocate((to - from) / 3);
        for (int i = from; i < to; i += 3) {
            octets.put((byte) Integer.parseInt(text, i + 1, i + 3, 16));
        }
        try {
            return UTF_8.newDecoder().decode(octets.flip()).codePoints().toArray();
        } catch (CharacterCodingException e) {
            return new int[] {INVALID};
        }
    }

    int length() {
        return characters.length;
    }

    /** Returns whether the character is at a position and not percent-encoded; false past the end. */
    boolean isRaw(int position, int character) {
        return position < characters.length && characters[position] == character && !encoded.get(position);
    }

    /** Returns whether the character may be part of a value: percent-encoded, non-ASCII, or accepted by {@code raw}. */
    boolean isAllowed(int position, IntPredicate raw) {
        int c = characters[position];
        return encoded.get(position) || c >= 0x80 || raw.test(c);
    }

    /**
     * Returns whether the literal is at a position. Unreserved and non-ASCII characters are equal with and without
     * encoding; reserved ones are not (RFC 3986, section 2.2).
     */
    boolean startsWith(int position, DecodedUriText literal) {
        if (position < 0 || position + literal.length() > length()) {
            return false;
        }
        for (int i = 0; i < literal.length(); i++) {
            int c = characters[position + i];
            boolean sameForm = encoded.get(position + i) == literal.encoded.get(i);
            if (c != literal.characters[i] || !sameForm && c < 0x80 && !UriCharacters.isUnreserved(c)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a slash or backslash is hidden by percent-encoding. */
    boolean hasEncodedSlash(int from, int to) {
        return IntStream.range(from, to).anyMatch(i -> encoded.get(i) && isSlash(i));
    }

    /** Returns whether a slash or backslash is at a position, encoded or not. */
    boolean isSlash(int position) {
        return characters[position] == '/' || characters[position] == '\\';
    }

    /**
     * Returns whether a path segment or a list item is {@code .} or {@code ..}, encoded or not. Slashes and
     * backslashes, encoded or not, end a segment; a comma that is not encoded ends a list item.
     */
    boolean hasDotSegment(int from, int to) {
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i == to || isSlash(i) || isRaw(i, ',')) {
                if (isDotSegment(start, i)) {
                    return true;
                }
                start = i + 1;
            }
        }
        return false;
    }

    private boolean isDotSegment(int from, int to) {
        int length = to - from;
        return (length == 1 || length == 2) && characters[from] == '.' && characters[to - 1] == '.';
    }

    /** Returns the decoded text. */
    String decodedText(int from, int to) {
        return new String(characters, from, to - from);
    }
}
