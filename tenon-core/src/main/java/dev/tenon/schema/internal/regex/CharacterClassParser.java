package dev.tenon.schema.internal.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** What stands in square brackets. */
final class CharacterClassParser {
    private static final int NAMED_SET = -1;

    private final RegexReader text;
    private final List<IntPredicate> sets = new ArrayList<>();

    CharacterClassParser(RegexReader text) {
        this.text = text;
    }

    /** Reads on to the closing bracket. */
    IntPredicate parse() {
        boolean negative = text.tryConsume("^");
        while (!text.tryConsume("]")) {
            parseRange();
        }
        return c -> negative != matchesAny(sets, c);
    }

    // A loop: predicates that call each other would overflow the stack for a class of many characters.
    private static boolean matchesAny(List<IntPredicate> sets, int c) {
        for (IntPredicate set : sets) {
            if (set.test(c)) {
                return true;
            }
        }
        return false;
    }

    /** One character, one named set, or a range. A hyphen beside a named set or a bracket is a character. */
    private void parseRange() {
        int from = parseMember();
        if (from == NAMED_SET || !text.tryConsume("-")) {
            return;
        }
        if (text.isNextIn("]")) {
            sets.add(CharacterSets.singleton('-'));
            return;
        }
        int to = parseMember();
        if (to == NAMED_SET) {
            sets.add(CharacterSets.singleton('-'));
        } else if (to < from) {
            throw text.syntaxError("a range in the wrong order");
        } else {
            sets.add(CharacterSets.range(from, to));
        }
    }

    /** Adds the next character or named set, and returns the character. */
    private int parseMember() {
        int point;
        if (!text.tryConsume("\\")) {
            point = text.next();
        } else {
            RegexEscapeParser escape = new RegexEscapeParser(text);
            IntPredicate named = escape.parseNamedSet();
            if (named != null) {
                sets.add(named);
                return NAMED_SET;
            }
            point = text.tryConsume("b") ? '\b' : escape.parseCodePoint();
        }
        sets.add(CharacterSets.singleton(point));
        return point;
    }
}
