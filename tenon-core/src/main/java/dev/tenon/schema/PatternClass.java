package dev.tenon.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What stands in square brackets. */
final class PatternClass {
    private final PatternText text;
    private final List<IntPredicate> sets = new ArrayList<>();

    PatternClass(PatternText text) {
        this.text = text;
    }

    /** Reads on to the closing bracket. */
    IntPredicate parse() {
        boolean negative = text.take('^');
        while (!text.take(']')) {
            if (!text.more()) {
                throw text.error("missing ]");
            }
            part();
        }
        IntPredicate[] all = sets.toArray(new IntPredicate[0]);
        return c -> negative != isIn(all, c);
    }

    private static boolean isIn(IntPredicate[] all, int c) {
        for (IntPredicate set : all) {
            if (set.test(c)) {
                return true;
            }
        }
        return false;
    }

    /** One character, one named set, or a range. A hyphen beside a named set or a bracket is a character. */
    private void part() {
        IntPredicate first = named();
        int from = first == null ? point() : -1;
        if (!text.at('-') || first != null) {
            sets.add(first == null ? CharSets.only(from) : first);
            return;
        }
        text.take('-');
        if (text.at(']')) {
            sets.add(CharSets.only(from));
            sets.add(CharSets.only('-'));
            return;
        }
        IntPredicate second = named();
        if (second != null) {
            sets.add(CharSets.only(from));
            sets.add(CharSets.only('-'));
            sets.add(second);
            return;
        }
        int to = point();
        if (to < from) {
            throw text.error("a range in the wrong order");
        }
        sets.add(CharSets.range(from, to));
    }

    /** A named set, if a backslash and its letter stand here. A backslash before a character is left to {@link #point}. */
    private @Nullable IntPredicate named() {
        if (!text.take('\\')) {
            return null;
        }
        IntPredicate set = new PatternEscape(text).namedSet();
        escaped = set == null;
        return set;
    }

    private boolean escaped;

    private int point() {
        if (!escaped) {
            return text.next();
        }
        escaped = false;
        return text.take('b') ? '\b' : new PatternEscape(text).point();
    }
}
