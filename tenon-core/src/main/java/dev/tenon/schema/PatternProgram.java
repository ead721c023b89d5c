package dev.tenon.schema;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * A regular expression as an automaton, after Thompson: where one way forks, both are followed. Whether a repetition is greedy does
 * not matter where only yes or no is asked.
 *
 * @param size how many states there are
 */
record PatternProgram(State start, int size) {
    /** Whether it can only be found at the start of a text. */
    boolean isAnchored() {
        return start instanceof Place place && place.condition == Condition.START;
    }

    /** A point of the expression, with a number below the program's size. */
    sealed interface State {
        int number();
    }

    /** Takes one character out of a set and goes on. */
    record Take(int number, IntPredicate set, State next) implements State {}

    /** Goes on at all targets, which may be added later. */
    record Fork(int number, List<State> targets) implements State {}

    /** Goes on without taking a character if the place is right. */
    record Place(int number, Condition condition, State next) implements State {}

    /** The expression is found. */
    record Found(int number) implements State {}

    /** A condition on a place in a text. */
    @FunctionalInterface
    interface Condition {
        Condition START = (run, at) -> at == 0;
        Condition END = (run, at) -> at == run.length();
        Condition WORD_EDGE = (run, at) -> run.isWord(at - 1) != run.isWord(at);
        Condition NO_WORD_EDGE = (run, at) -> run.isWord(at - 1) == run.isWord(at);

        boolean holds(PatternRun run, int at);
    }
}
