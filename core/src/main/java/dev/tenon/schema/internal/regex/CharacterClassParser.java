package dev.tenon.schema.internal.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Parses a character class in square brackets. */
final class CharacterClassParser {
    private static final int NAMED_SET = -1;

    private final RegexCursor reader;
    private final List<IntPredicate> sets = new ArrayList<>();

    CharacterClassParser(RegexCursor reader) {
        this.reader = reader;
    }

    /** Parses up to the closing bracket. */
    IntPredicate parse() {
        boolean negative = reader.tryConsume("^");
        while (!reader.tryConsume("]")) {
            parseAndAddMemberOrRange();
        }
        return c -> negative != matchesAny(sets, c);
    }

    // A loop, since nested predicates would overflow the stack for a class of many characters.
    private static boolean matchesAny(List<IntPredicate> sets, int c) {
        for (IntPredicate set : sets) {
            if (set.test(c)) {
                return true;
            }
        }
        return false;
    }

    /** Parses a character, a named set, or a range. A hyphen next to a named set or a bracket is a character. */
    private void parseAndAddMemberOrRange() {
        int from = parseAndAddMember();
        if (from == NAMED_SET || !reader.tryConsume("-")) {
            return;
        }
        if (reader.isNextIn("]")) {
            sets.add(CharacterSets.singleton('-'));
            return;
        }
        int to = parseAndAddMember();
        if (to == NAMED_SET) {
            sets.add(CharacterSets.singleton('-'));
        } else if (to < from) {
            throw reader.syntaxError("a range in the wrong order");
        } else {
            sets.add(CharacterSets.range(from, to));
        }
    }

    /** Adds the next character or named set, and returns the character or {@code NAMED_SET}. */
    private int parseAndAddMember() {
        int codePoint;
        if (!reader.tryConsume("\\")) {
            codePoint = reader.readCodePoint();
        } else {
            RegexEscapeParser escape = new RegexEscapeParser(reader);
            IntPredicate named = escape.parseNamedSet();
            if (named != null) {
                sets.add(named);
                return NAMED_SET;
            }
            codePoint = reader.tryConsume("b") ? '\b' : escape.parseCodePoint();
        }
        sets.add(CharacterSets.singleton(codePoint));
        return codePoint;
    }
}
