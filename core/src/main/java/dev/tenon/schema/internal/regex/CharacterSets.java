package dev.tenon.schema.internal.regex;

import java.util.function.IntPredicate;

/** Defines the sets of characters that regular expressions name (ECMA-262, CharacterClassEscape). */
public final class CharacterSets {
    static final IntPredicate DIGIT = c -> c >= '0' && c <= '9';
    public static final IntPredicate WORD =
            c -> c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
    static final IntPredicate NOT_LINE_TERMINATOR = c -> c != '\n' && c != '\r' && c != 0x2028 && c != 0x2029;
    static final IntPredicate SPACE = c -> c >= 9 && c <= 13
            || c == ' '
            || c == 0xA0
            || c == 0xFEFF
            || c == 0x2028
            || c == 0x2029
            || Character.getType(c) == Character.SPACE_SEPARATOR;

    private CharacterSets() {}

    static IntPredicate singleton(int codePoint) {
        return c -> c == codePoint;
    }

    static IntPredicate range(int from, int to) {
        return c -> c >= from && c <= to;
    }
}
