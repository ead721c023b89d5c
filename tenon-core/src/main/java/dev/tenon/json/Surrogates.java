package dev.tenon.json;

/** Finds {@code \}{@code uD8xx} escapes without their partner: text that no Unicode string can hold. */
final class Surrogates {
    private Surrogates() {}

    /** The offset of the first unpaired surrogate escape in syntactically valid JSON text, or -1. */
    static int firstUnpaired(byte[] b, int from, int to) {
        for (int i = from; i < to; i++) {
            if (b[i] != '\\') {
                continue;
            }
            int unit = unitAt(b, i, to);
            if (unit < 0 || !Character.isSurrogate((char) unit)) {
                i += unit < 0 ? 1 : 5;
                continue;
            }
            int next = Character.isHighSurrogate((char) unit) ? unitAt(b, i + 6, to) : -1;
            if (next < 0 || !Character.isLowSurrogate((char) next)) {
                return i;
            }
            i += 11;
        }
        return -1;
    }

    /** The code unit of the {@code u} escape that starts at {@code i}, or -1 when there is none. */
    private static int unitAt(byte[] b, int i, int to) {
        if (i + 6 > to || b[i] != '\\' || b[i + 1] != 'u') {
            return -1;
        }
        return hex(b, i + 2);
    }

    /** Four hexadecimal digits. */
    static int hex(byte[] b, int at) {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            value = value << 4 | Character.digit(b[i], 16);
        }
        return value;
    }
}
