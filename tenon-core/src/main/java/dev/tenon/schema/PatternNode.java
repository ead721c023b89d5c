package dev.tenon.schema;

import java.util.List;
import java.util.function.IntPredicate;

/** A regular expression as a tree. Whether a repetition is greedy does not matter where only yes or no is asked. */
sealed interface PatternNode {
    /** No limit to a repetition. */
    int UNLIMITED = -1;

    /** One character out of a set. */
    record One(IntPredicate set) implements PatternNode {}

    /** One after the other; empty matches the empty text. */
    record Sequence(List<PatternNode> parts) implements PatternNode {}

    /** Any of several. */
    record Choice(List<PatternNode> options) implements PatternNode {}

    /** Several times, from {@code min} to {@code max} or {@link #UNLIMITED}. */
    record Repeat(PatternNode part, int min, int max) implements PatternNode {}

    /** A condition on the place, without length. */
    record Place(Where where) implements PatternNode {}

    /** A look ahead of or behind the place. */
    record Look(PatternNode part, boolean ahead, boolean negative) implements PatternNode {}

    /** Places that a regular expression can name. */
    enum Where {
        START,
        END,
        WORD_EDGE,
        NO_WORD_EDGE
    }
}
