package dev.tenon.json;

/** Finds unpaired {@code \}{@code uD8xx} escapes, which no Unicode string can represent. */
final class SurrogateValidator {
    private SurrogateValidator() {}

    /** Returns the offset of the first unpaired surrogate escape in syntactically valid JSON text, or -1. */
    static int findUnpaired(byte[] b) {
        for (int i = 0; i < b.length; i++) {
            if (b[i] != '\\') {
                continue;
            }
            int unit = codeUnitAt(b, i);
            if (unit < 0 || !Character.isSurrogate((char) unit)) {
                i += unit < 0 ? 1 : 5;
                continue;
            }
            int next = Character.isHighSurrogate((char) unit) ? codeUnitAt(b, i + 6) : -1;
            if (next < 0 || !Character.isLowSurrogate((char) next)) {
                return i;
            }
            i += 11;
        }
        return -1;
    }

    /** Returns the code unit of the {@code u} escape that starts at {@code i}, or -1 if another character is there. */
    private static int codeUnitAt(byte[] b, int i) {
        boolean escape = i + 6 <= b.length && b[i] == '\\' && b[i + 1] == 'u';
        return escape ? parseHex(b, i + 2) : -1;
    }

    /** Parses four hexadecimal digits. */
    static int parseHex(byte[] b, int at) {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            value = value << 4 | Character.digit(b[i], 16);
        }
        return value;
    }
}
