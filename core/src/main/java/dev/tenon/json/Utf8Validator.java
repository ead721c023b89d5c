package dev.tenon.json;

/** Validates strict UTF-8 (RFC 3629): no overlong forms, no encoded surrogates, nothing above U+10FFFF, and no NUL. */
final class Utf8Validator {
    private Utf8Validator() {}

    /**
     * Returns the offset of the first byte that is not part of well-formed UTF-8, or is NUL; -1 if all bytes are valid.
     *
     * <p>NUL is rejected because it indicates UTF-16 or UTF-32, and JSON text never contains it.
     */
    static int findInvalidOrNul(byte[] b) {
        int i = 0;
        while (i < b.length) {
            if (i + 8 <= b.length) {
                long word = (long) StringScanner.LONGS.get(b, i);
                // The "has a zero byte" bit trick, which is exact here since words with a high bit take the slow path.
                if (((word | word - StringScanner.EVERY_BYTE_ONE) & StringScanner.HIGH_BITS) == 0) {
                    i += 8;
                    continue;
                }
            }
            int length = sequenceLength(b, i);
            if (length == 0) {
                return i;
            }
            i += length;
        }
        return -1;
    }

    /** Returns the length of the valid sequence at {@code i}, or 0 when it is invalid. */
    private static int sequenceLength(byte[] b, int i) {
        int c = b[i] & 0xFF;
        if (c < 0x80) {
            return c == 0 ? 0 : 1;
        }
        if (c < 0xC2 || c > 0xF4) {
            return 0;
        }
        if (c < 0xE0) {
            return isContinuation(b, i + 1) ? 2 : 0;
        }
        if (c < 0xF0) {
            boolean complete = isContinuation(b, i + 1) && isContinuation(b, i + 2);
            return complete && isValidThreeByteStart(c, b[i + 1] & 0xFF) ? 3 : 0;
        }
        boolean complete = isContinuation(b, i + 1) && isContinuation(b, i + 2) && isContinuation(b, i + 3);
        return complete && isValidFourByteStart(c, b[i + 1] & 0xFF) ? 4 : 0;
    }

    private static boolean isContinuation(byte[] b, int i) {
        return i < b.length && (b[i] & 0xC0) == 0x80;
    }

    private static boolean isValidThreeByteStart(int first, int second) {
        boolean overlong = first == 0xE0 && second < 0xA0;
        boolean surrogate = first == 0xED && second > 0x9F;
        return !overlong && !surrogate;
    }

    private static boolean isValidFourByteStart(int first, int second) {
        boolean overlong = first == 0xF0 && second < 0x90;
        boolean beyondUnicode = first == 0xF4 && second > 0x8F;
        return !overlong && !beyondUnicode;
    }
}
