package dev.tenon.schema.internal.regex;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * A regular expression as a Thompson automaton: at a split, all targets are followed. Whether a repetition is greedy
 * does not matter, since only the existence of a match is determined.
 *
 * @param size the number of states
 */
record RegexProgram(RegexState start, int size) {
    /** Returns whether the expression can match at the start of a text only. */
    boolean isAnchored() {
        return start instanceof AssertionState assertion && assertion.condition == PositionAssertion.START;
    }

    /** A state, with a number below the program's size. */
    sealed interface RegexState {
        int number();
    }

    /** Consumes a character of a set and continues. */
    record ConsumeState(int number, IntPredicate set, RegexState next) implements RegexState {}

    /** Continues at all targets, which may be added later. */
    record SplitState(int number, List<RegexState> targets) implements RegexState {}

    /** Continues without consuming a character if the assertion is satisfied. */
    record AssertionState(int number, PositionAssertion condition, RegexState next) implements RegexState {}

    /** The expression matches. */
    record MatchState(int number) implements RegexState {}

    /** A condition on a position in a text. */
    @FunctionalInterface
    interface PositionAssertion {
        PositionAssertion START = (matcher, at) -> at == 0;
        PositionAssertion END = (matcher, at) -> at == matcher.text().length;
        PositionAssertion WORD_BOUNDARY =
                (matcher, at) -> matcher.isWordCharacter(at - 1) != matcher.isWordCharacter(at);
        PositionAssertion NOT_WORD_BOUNDARY =
                (matcher, at) -> matcher.isWordCharacter(at - 1) == matcher.isWordCharacter(at);

        boolean isSatisfiedAt(RegexMatcher matcher, int at);
    }
}
