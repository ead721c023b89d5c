package dev.tenon.guard.content;

/** A set of ASCII characters, written as in the brackets of a regular expression: {@code A-Za-z0-9_-}. */
final class AsciiCharacterSet {
    private final boolean[] members = new boolean[128];

    AsciiCharacterSet(String ranges) {
        for (int i = 0; i < ranges.length(); i++) {
            char first = ranges.charAt(i);
            boolean range = i + 2 < ranges.length() && ranges.charAt(i + 1) == '-';
            char last = range ? ranges.charAt(i + 2) : first;
            i += range ? 2 : 0;
            for (char c = first; c <= last; c++) {
                if (c >= members.length) {
                    throw new IllegalArgumentException(
                            "A character set must contain only ASCII characters, but contains " + c);
                }
                members[c] = true;
            }
        }
    }

    boolean contains(char c) {
        return c < members.length && members[c];
    }
}
