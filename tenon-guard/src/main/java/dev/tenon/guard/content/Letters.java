package dev.tenon.guard.content;

/** A set of ASCII characters, written as in a regular expression's brackets: {@code A-Za-z0-9_-}. */
final class Letters {
    static final Letters ALNUM = new Letters("A-Za-z0-9");
    static final Letters UPPER = new Letters("A-Z0-9");
    static final Letters HEX = new Letters("a-fA-F0-9");
    static final Letters DIGITS = new Letters("0-9");
    static final Letters WORD = new Letters("A-Za-z0-9_");
    static final Letters URL_SAFE = new Letters("A-Za-z0-9_-");
    static final Letters BASE64 = new Letters("A-Za-z0-9+/=");

    private final boolean[] has = new boolean[128];

    Letters(String ranges) {
        for (int i = 0; i < ranges.length(); i++) {
            char first = ranges.charAt(i);
            boolean range = i + 2 < ranges.length() && ranges.charAt(i + 1) == '-';
            char last = range ? ranges.charAt(i + 2) : first;
            i += range ? 2 : 0;
            for (char c = first; c <= last; c++) {
                if (c >= has.length) {
                    throw new IllegalArgumentException("Only ASCII characters make a set, but there is " + c);
                }
                has[c] = true;
            }
        }
    }

    boolean has(char c) {
        return c < has.length && has[c];
    }
}
