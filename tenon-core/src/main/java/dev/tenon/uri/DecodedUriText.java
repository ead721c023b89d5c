package dev.tenon.uri;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A URI or a part of one as decoded characters, each knowing whether it was percent-encoded. Positions count these
 * characters, so nothing can end inside a percent-encoded one.
 */
final class DecodedUriText {
    /** Instead of a character: what stands here is no character. It is one that is never allowed. */
    private static final int INVALID = 0;

    private final int[] characters;
    private final BitSet encoded;

    private DecodedUriText(int[] characters, BitSet encoded) {
        this.characters = characters;
        this.encoded = encoded;
    }

    /** Empty when the percent-encoding or the UTF-8 in it is wrong, or when there is a control character. */
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
                int[] decoded = decode(text, start, at);
                System.arraycopy(decoded, 0, characters, count, decoded.length);
                encoded.set(count, count + decoded.length);
                count += decoded.length;
            } else {
                characters[count++] = text.charAt(at) == '%' ? INVALID : text.codePointAt(at);
                at += Character.charCount(text.codePointAt(at));
            }
        }
        boolean valid = Arrays.stream(characters, 0, count).allMatch(DecodedUriText::isCharacter);
        return valid ? Optional.of(new DecodedUriText(Arrays.copyOf(characters, count), encoded)) : Optional.empty();
    }

    private static boolean isCharacter(int c) {
        return !Character.isISOControl(c) && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
    }

    /**
     * The characters of percent-encoded octets, from strict UTF-8: an overlong form could smuggle a slash or a dot past
     * a check.
     */
    private static int[] decode(String text, int from, int to) {
        ByteBuffer octets = ByteBuffer.allocate((to - from) / 3);
        for (int i = from; i < to; i += 3) {
            octets.put((byte) Integer.parseInt(text, i + 1, i + 3, 16));
        }
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(octets.flip());
            return decoded.codePoints().toArray();
        } catch (CharacterCodingException e) {
            return new int[] {INVALID};
        }
    }

    int length() {
        return characters.length;
    }

    /** Whether the character stands there as itself, not percent-encoded; false past the end. */
    boolean isRaw(int position, int character) {
        return position < characters.length && characters[position] == character && !encoded.get(position);
    }

    /** Whether the character there is part of some value: percent-encoded, beyond ASCII, or one that may stand raw. */
    boolean isAllowed(int position, IntPredicate raw) {
        int c = characters[position];
        return encoded.get(position) || c >= 0x80 || raw.test(c);
    }

    /**
     * Whether the literal stands there. An unreserved character is the same encoded or not, and so is one beyond ASCII;
     * a reserved one is not (RFC 3986 section 2.2).
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

    /** Whether a slash or backslash is hidden by percent-encoding. */
    boolean hasEncodedSlash(int from, int to) {
        return IntStream.range(from, to).anyMatch(i -> encoded.get(i) && isSlash(i));
    }

    boolean isSlash(int position) {
        return characters[position] == '/' || characters[position] == '\\';
    }

    /** Whether a path segment or an item of a list is {@code .} or {@code ..}, however it was written. */
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

    /** The decoded text. */
    String decodedText(int from, int to) {
        return new String(characters, from, to - from);
    }
}
