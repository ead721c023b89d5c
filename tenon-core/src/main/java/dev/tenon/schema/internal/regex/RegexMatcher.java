package dev.tenon.schema.internal.regex;

import dev.tenon.schema.internal.regex.RegexProgram.AssertionState;
import dev.tenon.schema.internal.regex.RegexProgram.ConsumeState;
import dev.tenon.schema.internal.regex.RegexProgram.RegexState;
import dev.tenon.schema.internal.regex.RegexProgram.SplitState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One search in one text: at each character, all states that could be reached so far, each once. */
final class RegexMatcher {
    private static final int ANYWHERE = -1;

    private final int[] text;
    private final ValidationBudget budget;

    RegexMatcher(int[] text, ValidationBudget budget) {
        this.text = text;
        this.budget = budget;
    }

    boolean isFound(RegexProgram program) {
        return new Search(program, ANYWHERE).run(0, !program.isAnchored());
    }

    /** Whether the expression is found from a place on. */
    boolean matchesAt(RegexProgram program, int start) {
        return new Search(program, ANYWHERE).run(start, false);
    }

    /** Whether the expression is found so that it ends at a place. */
    boolean matchesEndingAt(RegexProgram program, int end) {
        for (int start = end; start >= 0; start--) {
            if (new Search(program, end).run(start, false)) {
                return true;
            }
        }
        return false;
    }

    int length() {
        return text.length;
    }

    boolean isWordCharacter(int at) {
        return at >= 0 && at < text.length && CharacterSets.WORD.test(text[at]);
    }

    /** The states reached, and how to get from those at one character to those at the next. */
    private final class Search {
        private final RegexProgram program;
        private final int mustEnd;
        /** For each state, the character (counted from 1) at which it was reached last. */
        private final int[] reached;

        private final Deque<RegexState> pendingStates = new ArrayDeque<>();
        private List<ConsumeState> currentStates = new ArrayList<>();
        private List<ConsumeState> nextStates = new ArrayList<>();
        private boolean found;

        Search(RegexProgram program, int mustEnd) {
            this.program = program;
            this.mustEnd = mustEnd;
            reached = new int[program.size()];
            budget.chargeRegexSteps(program.size());
        }

        /** Whether the expression is found at a start, or, if it may move on, at any later one. */
        boolean run(int start, boolean movesOn) {
            int last = mustEnd == ANYWHERE ? text.length : mustEnd;
            for (int at = start; at <= last && !found; at++) {
                if (at > start) {
                    step(at);
                }
                if (at == start || movesOn) {
                    addReachable(program.start(), at);
                }
                if (nextStates.isEmpty() && !movesOn) {
                    break;
                }
            }
            return found;
        }

        /** Goes on to a place with the character before it. */
        private void step(int at) {
            List<ConsumeState> before = currentStates;
            currentStates = nextStates;
            nextStates = before;
            nextStates.clear();
            for (ConsumeState take : currentStates) {
                budget.chargeRegexSteps(1);
                if (take.set().test(text[at - 1])) {
                    addReachable(take.next(), at);
                }
            }
        }

        /** Notes a state, and all that follow from it without a character, as reached. */
        private void addReachable(RegexState first, int at) {
            push(first, at);
            while (!pendingStates.isEmpty()) {
                RegexState state = pendingStates.pop();
                if (state instanceof ConsumeState take) {
                    nextStates.add(take);
                } else if (state instanceof SplitState fork) {
                    for (RegexState target : fork.targets()) {
                        push(target, at);
                    }
                } else if (!(state instanceof AssertionState place)) {
                    found |= mustEnd == ANYWHERE || mustEnd == at;
                } else if (place.condition().isSatisfiedAt(RegexMatcher.this, at)) {
                    push(place.next(), at);
                }
            }
        }

        private void push(RegexState state, int at) {
            budget.chargeRegexSteps(1);
            if (reached[state.number()] != at + 1) {
                reached[state.number()] = at + 1;
                pendingStates.push(state);
            }
        }
    }
}
