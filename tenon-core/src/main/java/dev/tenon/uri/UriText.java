package dev.tenon.uri;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A URI or a part of one as decoded characters, each knowing whether it was percent-encoded. Positions count these
 * characters, so nothing can end inside a percent-encoded one.
 */
final class UriText {
    private final int[] characters;
    private final BitSet encoded;

    private UriText(int[] characters, BitSet encoded) {
        this.characters = characters;
        this.encoded = encoded;
    }

    /** Empty when the percent-encoding or the UTF-8 in it is wrong, or when there is a control character. */
    static Optional<UriText> of(String text) {
        int[] characters = new int[text.length()];
        BitSet encoded = new BitSet();
        UriDecoder decoder = new UriDecoder(text);
        int count = 0;
        while (decoder.hasNext()) {
            encoded.set(count, decoder.isEncoded());
            int c = decoder.next();
            if (c == UriDecoder.INVALID || Character.isISOControl(c)) {
                return Optional.empty();
            }
            characters[count++] = c;
        }
        return Optional.of(new UriText(Arrays.copyOf(characters, count), encoded));
    }

    int length() {
        return characters.length;
    }

    int at(int position) {
        return characters[position];
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
     * Whether the literal stands there. An unreserved character is the same encoded or not, and so is one beyond ASCII; a
     * reserved one is not (RFC 3986 section 2.2).
     */
    boolean startsWith(int position, UriText literal) {
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
    boolean hidesSlash(int from, int to) {
        for (int i = encoded.nextSetBit(from); i >= 0 && i < to; i = encoded.nextSetBit(i + 1)) {
            if (isSlash(i)) {
                return true;
            }
        }
        return false;
    }

    boolean isSlash(int position) {
        return characters[position] == '/' || characters[position] == '\\';
    }

    /** Whether a path segment or an item of a list is {@code .} or {@code ..}, however it was written. */
    boolean hasDotSegment(int from, int to) {
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i == to || isSlash(i) || isRaw(i, ',')) {
                if (isDots(start, i)) {
                    return true;
                }
                start = i + 1;
            }
        }
        return false;
    }

    private boolean isDots(int from, int to) {
        int length = to - from;
        return (length == 1 || length == 2) && characters[from] == '.' && characters[to - 1] == '.';
    }

    /** The decoded text. */
    String decoded(int from, int to) {
        return new String(characters, from, to - from);
    }
}
