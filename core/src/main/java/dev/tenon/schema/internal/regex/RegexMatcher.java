package dev.tenon.schema.internal.regex;

import dev.tenon.schema.internal.regex.RegexProgram.AssertionState;
import dev.tenon.schema.internal.regex.RegexProgram.ConsumeState;
import dev.tenon.schema.internal.regex.RegexProgram.RegexState;
import dev.tenon.schema.internal.regex.RegexProgram.SplitState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Searches a text: for each character it tracks all reachable states, each once. */
record RegexMatcher(int[] text, ValidationBudget budget) {
    private static final int ANYWHERE = -1;

    boolean isFound(RegexProgram program) {
        return new Search(program, ANYWHERE).run(0, !program.isAnchored());
    }

    /** Returns whether the expression matches at a position. */
    boolean matchesAt(RegexProgram program, int start) {
        return new Search(program, ANYWHERE).run(start, false);
    }

    /** Returns whether the expression matches a part of the text that ends at a position. */
    boolean matchesEndingAt(RegexProgram program, int end) {
        for (int start = end; start >= 0; start--) {
            if (new Search(program, end).run(start, false)) {
                return true;
            }
        }
        return false;
    }

    boolean isWordCharacter(int at) {
        return at >= 0 && at < text.length && CharacterSets.WORD.test(text[at]);
    }

    /** Tracks the reachable states and advances them by one character at a time. */
    private final class Search {
        private final RegexProgram program;
        private final int requiredEnd;
        /** For each state, the position plus 1 at which it was reached last. */
        private final int[] lastReached;

        private final Deque<RegexState> pendingStates = new ArrayDeque<>();
        private List<ConsumeState> currentStates = new ArrayList<>();
        private List<ConsumeState> nextStates = new ArrayList<>();
        private boolean found;

        Search(RegexProgram program, int requiredEnd) {
            this.program = program;
            this.requiredEnd = requiredEnd;
            lastReached = new int[program.size()];
            budget.chargeRegexSteps(program.size());
        }

        /** Returns whether the expression matches at the start, or, if {@code anyStart}, at any later position. */
        boolean run(int start, boolean anyStart) {
            int last = requiredEnd == ANYWHERE ? text.length : requiredEnd;
            for (int at = start; at <= last && !found; at++) {
                if (at > start) {
                    step(at);
                }
                if (at == start || anyStart) {
                    addReachable(program.start(), at);
                }
                if (nextStates.isEmpty() && !anyStart) {
                    break;
                }
            }
            return found;
        }

        /** Advances to a position with the character before it. */
        private void step(int at) {
            List<ConsumeState> previous = currentStates;
            currentStates = nextStates;
            nextStates = previous;
            nextStates.clear();
            for (ConsumeState consume : currentStates) {
                budget.chargeRegexSteps(1);
                if (consume.set().test(text[at - 1])) {
                    addReachable(consume.next(), at);
                }
            }
        }

        /** Adds a state, and all that are reachable from it without a character. */
        private void addReachable(RegexState first, int at) {
            push(first, at);
            while (!pendingStates.isEmpty()) {
                RegexState state = pendingStates.pop();
                if (state instanceof ConsumeState consume) {
                    nextStates.add(consume);
                } else if (state instanceof SplitState split) {
                    for (RegexState target : split.targets()) {
                        push(target, at);
                    }
                } else if (!(state instanceof AssertionState assertion)) {
                    found |= requiredEnd == ANYWHERE || requiredEnd == at;
                } else if (assertion.condition().isSatisfiedAt(RegexMatcher.this, at)) {
                    push(assertion.next(), at);
                }
            }
        }

        private void push(RegexState state, int at) {
            budget.chargeRegexSteps(1);
            if (lastReached[state.number()] != at + 1) {
                lastReached[state.number()] = at + 1;
                pendingStates.push(state);
            }
        }
    }
}
