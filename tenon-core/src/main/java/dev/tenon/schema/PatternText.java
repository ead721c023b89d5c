package dev.tenon.schema;

import org.jspecify.annotations.Nullable;

/** The text of a regular expression while it is read, by code points. */
final class PatternText {
    private final int[] points;
    private int at;

    PatternText(String regex) {
        points = regex.codePoints().toArray();
    }

    boolean more() {
        return at < points.length;
    }

    boolean at(char c) {
        return more() && points[at] == c;
    }

    int peek() {
        return more() ? points[at] : -1;
    }

    int next() {
        if (!more()) {
            throw error("it ends too early");
        }
        return points[at++];
    }

    boolean take(char c) {
        if (at(c)) {
            at++;
            return true;
        }
        return false;
    }

    boolean take(String s) {
        for (int i = 0; i < s.length(); i++) {
            if (at + i >= points.length || points[at + i] != s.charAt(i)) {
                return false;
            }
        }
        at += s.length();
        return true;
    }

    /** The name of a group, after its opening bracket. */
    boolean skipName() {
        int start = at;
        while (more() && (Character.isUnicodeIdentifierPart(peek()) || at('$') || at('_'))) {
            at++;
        }
        return at > start && take('>');
    }

    /** The text up to a closing brace, which is taken too. */
    String takeBraced() {
        if (!take('{')) {
            throw error("{ is missing");
        }
        StringBuilder inside = new StringBuilder();
        while (!at('}')) {
            inside.appendCodePoint(next());
        }
        at++;
        return inside.toString();
    }

    /** Exactly so many hexadecimal digits. */
    int takeHex(int digits) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw error("a hexadecimal digit is missing");
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** {@code {2}}, {@code {2,}} or {@code {2,5}}; null, with nothing taken, when something else stands here. */
    int @Nullable [] takeCounts() {
        int start = at;
        if (take('{')) {
            int min = takeNumber();
            int max = min;
            if (min >= 0 && take(',')) {
                max = at('}') ? PatternNode.UNLIMITED : takeNumber();
                min = max == NO_NUMBER ? NO_NUMBER : min;
            }
            if (min >= 0 && take('}')) {
                return new int[] {min, max};
            }
        }
        at = start;
        return null;
    }

    private static final int NO_NUMBER = -2;

    private int takeNumber() {
        long value = 0;
        int start = at;
        while (more() && points[at] >= '0' && points[at] <= '9') {
            value = Math.min(Integer.MAX_VALUE, value * 10 + points[at++] - '0');
        }
        return at == start ? NO_NUMBER : (int) value;
    }

    IllegalArgumentException error(String problem) {
        return new IllegalArgumentException(problem + ", at character " + at);
    }
}
