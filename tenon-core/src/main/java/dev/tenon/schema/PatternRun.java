package dev.tenon.schema;

import dev.tenon.schema.PatternProgram.Fork;
import dev.tenon.schema.PatternProgram.Place;
import dev.tenon.schema.PatternProgram.State;
import dev.tenon.schema.PatternProgram.Take;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One search in one text: at each character, all states that could be reached so far, each once. */
final class PatternRun {
    private static final int ANYWHERE = -1;

    private final int[] text;
    private final Budget budget;

    PatternRun(int[] text, Budget budget) {
        this.text = text;
        this.budget = budget;
    }

    boolean finds(PatternProgram program) {
        return new Search(program, ANYWHERE).from(0, !program.isAnchored());
    }

    /** Whether the expression is found from a place on. */
    boolean findsAt(PatternProgram program, int start) {
        return new Search(program, ANYWHERE).from(start, false);
    }

    /** Whether the expression is found so that it ends at a place. */
    boolean findsBefore(PatternProgram program, int end) {
        for (int start = end; start >= 0; start--) {
            if (new Search(program, end).from(start, false)) {
                return true;
            }
        }
        return false;
    }

    int length() {
        return text.length;
    }

    boolean isWord(int at) {
        return at >= 0 && at < text.length && CharSets.WORD.test(text[at]);
    }

    /** The states reached, and how to get from those at one character to those at the next. */
    private final class Search {
        private final PatternProgram program;
        private final int mustEnd;
        /** For each state, the character (counted from 1) at which it was reached last. */
        private final int[] reached;

        private final Deque<State> open = new ArrayDeque<>();
        private List<Take> now = new ArrayList<>();
        private List<Take> next = new ArrayList<>();
        private boolean found;

        Search(PatternProgram program, int mustEnd) {
            this.program = program;
            this.mustEnd = mustEnd;
            reached = new int[program.size()];
            budget.patternSteps(program.size());
        }

        /** Whether the expression is found at a start, or, if it may move on, at any later one. */
        boolean from(int start, boolean movesOn) {
            int last = mustEnd == ANYWHERE ? text.length : mustEnd;
            for (int at = start; at <= last && !found; at++) {
                if (at > start) {
                    step(at);
                }
                if (at == start || movesOn) {
                    reach(program.start(), at);
                }
                if (next.isEmpty() && !movesOn) {
                    break;
                }
            }
            return found;
        }

        /** Goes on to a place with the character before it. */
        private void step(int at) {
            List<Take> before = now;
            now = next;
            next = before;
            next.clear();
            for (Take take : now) {
                budget.patternSteps(1);
                if (take.set().test(text[at - 1])) {
                    reach(take.next(), at);
                }
            }
        }

        /** Notes a state, and all that follow from it without a character, as reached. */
        private void reach(State first, int at) {
            push(first, at);
            while (!open.isEmpty()) {
                State state = open.pop();
                if (state instanceof Take take) {
                    next.add(take);
                } else if (state instanceof Fork fork) {
                    for (State target : fork.targets()) {
                        push(target, at);
                    }
                } else if (!(state instanceof Place place)) {
                    found |= mustEnd == ANYWHERE || mustEnd == at;
                } else if (place.condition().holds(PatternRun.this, at)) {
                    push(place.next(), at);
                }
            }
        }

        private void push(State state, int at) {
            budget.patternSteps(1);
            if (reached[state.number()] != at + 1) {
                reached[state.number()] = at + 1;
                open.push(state);
            }
        }
    }
}
