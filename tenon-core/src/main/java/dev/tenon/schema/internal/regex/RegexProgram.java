package dev.tenon.schema.internal.regex;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * A regular expression as an automaton, after Thompson: where one way forks, both are followed. Whether a repetition is
 * greedy does not matter where only yes or no is asked.
 *
 * @param size how many states there are
 */
record RegexProgram(RegexState start, int size) {
    /** Whether it can only be found at the start of a text. */
    boolean isAnchored() {
        return start instanceof AssertionState place && place.condition == PositionAssertion.START;
    }

    /** A point of the expression, with a number below the program's size. */
    sealed interface RegexState {
        int number();
    }

    /** Takes one character out of a set and goes on. */
    record ConsumeState(int number, IntPredicate set, RegexState next) implements RegexState {}

    /** Goes on at all targets, which may be added later. */
    record SplitState(int number, List<RegexState> targets) implements RegexState {}

    /** Goes on without taking a character if the place is right. */
    record AssertionState(int number, PositionAssertion condition, RegexState next) implements RegexState {}

    /** The expression is found. */
    record MatchState(int number) implements RegexState {}

    /** A condition on a place in a text. */
    @FunctionalInterface
    interface PositionAssertion {
        PositionAssertion START = (run, at) -> at == 0;
        PositionAssertion END = (run, at) -> at == run.length();
        PositionAssertion WORD_BOUNDARY = (run, at) -> run.isWordCharacter(at - 1) != run.isWordCharacter(at);
        PositionAssertion NOT_WORD_BOUNDARY = (run, at) -> run.isWordCharacter(at - 1) == run.isWordCharacter(at);

        boolean isSatisfiedAt(RegexMatcher run, int at);
    }
}
