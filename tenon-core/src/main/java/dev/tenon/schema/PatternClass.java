package dev.tenon.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** What stands in square brackets. */
final class PatternClass {
    private static final int NAMED_SET = -1;

    private final PatternText text;
    private final List<IntPredicate> sets = new ArrayList<>();

    PatternClass(PatternText text) {
        this.text = text;
    }

    /** Reads on to the closing bracket. */
    IntPredicate parse() {
        boolean negative = text.take("^");
        while (!text.take("]")) {
            part();
        }
        return c -> negative != isIn(sets, c);
    }

    // A loop: predicates that call each other would overflow the stack for a class of many characters.
    private static boolean isIn(List<IntPredicate> sets, int c) {
        for (IntPredicate set : sets) {
            if (set.test(c)) {
                return true;
            }
        }
        return false;
    }

    /** One character, one named set, or a range. A hyphen beside a named set or a bracket is a character. */
    private void part() {
        int from = member();
        if (from == NAMED_SET || !text.take("-")) {
            return;
        }
        if (text.atOne("]")) {
            sets.add(CharSets.only('-'));
            return;
        }
        int to = member();
        if (to == NAMED_SET) {
            sets.add(CharSets.only('-'));
        } else if (to < from) {
            throw text.error("a range in the wrong order");
        } else {
            sets.add(CharSets.range(from, to));
        }
    }

    /** Adds the next character or named set, and returns the character. */
    private int member() {
        int point;
        if (!text.take("\\")) {
            point = text.next();
        } else {
            PatternEscape escape = new PatternEscape(text);
            IntPredicate named = escape.namedSet();
            if (named != null) {
                sets.add(named);
                return NAMED_SET;
            }
            point = text.take("b") ? '\b' : escape.point();
        }
        sets.add(CharSets.only(point));
        return point;
    }
}
