package dev.tenon.uri;

/** Reads the characters of a URI one by one, percent-encoded ones decoded from strict UTF-8. */
final class UriDecoder {
    /** Instead of a character: what stands here is no character. */
    static final int INVALID = -1;

    private final String text;
    private int at;

    UriDecoder(String text) {
        this.text = text;
    }

    boolean hasNext() {
        return at < text.length();
    }

    /** Whether the next character is percent-encoded. */
    boolean isEncoded() {
        return text.charAt(at) == '%';
    }

    /** The next character, or {@link #INVALID}. */
    int next() {
        if (isEncoded()) {
            return encoded();
        }
        int c = text.codePointAt(at);
        at += Character.charCount(c);
        return isSurrogate(c) ? INVALID : c;
    }

    private int encoded() {
        int lead = octet();
        int following = following(lead);
        if (following < 0) {
            return INVALID;
        }
        int c = following == 0 ? lead : lead & (0x3F >> following);
        for (int i = 0; i < following; i++) {
            int octet = octet();
            if ((octet & 0xC0) != 0x80) {
                return INVALID;
            }
            c = c << 6 | octet & 0x3F;
        }
        return isShortest(c, following) && c <= Character.MAX_CODE_POINT && !isSurrogate(c) ? c : INVALID;
    }

    /** How many octets follow the first one of a character, or -1 when none starts so. */
    private static int following(int lead) {
        if (lead < 0x80) {
            return lead < 0 ? -1 : 0;
        }
        if (lead < 0xC2 || lead > 0xF4) {
            return -1;
        }
        return lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    }

    /** An overlong form could smuggle a slash or a dot past a check. */
    private static boolean isShortest(int c, int following) {
        return switch (following) {
            case 2 -> c >= 0x800;
            case 3 -> c >= 0x10000;
            default -> true;
        };
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    private int octet() {
        if (!UriCharacters.isTriplet(text, at)) {
            return INVALID;
        }
        int octet = UriCharacters.hexValue(text.charAt(at + 1)) << 4 | UriCharacters.hexValue(text.charAt(at + 2));
        at += 3;
        return octet;
    }
}
