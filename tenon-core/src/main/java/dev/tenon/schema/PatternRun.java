package dev.tenon.schema;

import dev.tenon.schema.PatternProgram.Fork;
import dev.tenon.schema.PatternProgram.Found;
import dev.tenon.schema.PatternProgram.Glance;
import dev.tenon.schema.PatternProgram.Instruction;
import dev.tenon.schema.PatternProgram.Stand;
import dev.tenon.schema.PatternProgram.Take;
import java.util.Arrays;

/** One search in one text: at each character, all instructions that could be reached so far, each once. */
final class PatternRun {
    private static final int ANYWHERE = -1;

    private final int[] text;
    private final Budget budget;

    PatternRun(int[] text, Budget budget) {
        this.text = text;
        this.budget = budget;
    }

    boolean find(PatternProgram program) {
        return new Search(program, ANYWHERE).from(0, !program.isAnchored());
    }

    private boolean glance(Glance glance, int at) {
        boolean found = glance.ahead()
                ? new Search(glance.program(), ANYWHERE).from(at, false)
                : findBefore(glance.program(), at);
        return found != glance.negative();
    }

    private boolean findBefore(PatternProgram program, int end) {
        Search search = new Search(program, end);
        for (int start = end; start >= 0; start--) {
            if (search.from(start, false)) {
                return true;
            }
        }
        return false;
    }

    private boolean stands(PatternNode.Where where, int at) {
        return switch (where) {
            case START -> at == 0;
            case END -> at == text.length;
            case WORD_EDGE -> isWord(at - 1) != isWord(at);
            case NO_WORD_EDGE -> isWord(at - 1) == isWord(at);
        };
    }

    private boolean isWord(int at) {
        return at >= 0 && at < text.length && CharSets.WORD.test(text[at]);
    }

    /** The instructions reached, and how to get from those at one character to those at the next. */
    private final class Search {
        private final PatternProgram program;
        private final int mustEnd;
        private int[] now;
        private int[] next;
        private int nowCount;
        private int nextCount;

        /** For each instruction, the character (counted from 1) at which it was reached last. */
        private final int[] reached;

        private final int[] open;
        private boolean found;

        Search(PatternProgram program, int mustEnd) {
            this.program = program;
            this.mustEnd = mustEnd;
            now = new int[program.size()];
            next = new int[program.size()];
            reached = new int[program.size()];
            open = new int[program.size()];
        }

        /** Whether the expression is found at a start, or, if it may move on, at any later one. */
        boolean from(int start, boolean movesOn) {
            budget.patternSteps(program.size());
            Arrays.fill(reached, 0);
            found = false;
            nextCount = 0;
            int last = mustEnd == ANYWHERE ? text.length : mustEnd;
            for (int at = start; at <= last; at++) {
                if (at == start || movesOn) {
                    reach(0, at);
                }
                if (found || at == last || nextCount == 0 && !movesOn) {
                    break;
                }
                int[] swap = now;
                now = next;
                next = swap;
                nowCount = nextCount;
                nextCount = 0;
                step(at);
            }
            return found;
        }

        private void step(int at) {
            for (int i = 0; i < nowCount && !found; i++) {
                budget.patternSteps(1);
                int index = now[i];
                if (program.at(index) instanceof Take take && take.one().set().test(text[at])) {
                    reach(index + 1, at + 1);
                }
            }
        }

        /** Notes an instruction, and all that follow from it without a character, as reached. */
        private void reach(int first, int at) {
            int count = 0;
            count = push(first, at, count);
            while (count > 0 && !found) {
                int index = open[--count];
                Instruction instruction = program.at(index);
                if (instruction instanceof Take) {
                    next[nextCount++] = index;
                } else if (instruction instanceof Fork fork) {
                    for (int target : fork.targets()) {
                        count = push(target, at, count);
                    }
                } else if (instruction instanceof Found) {
                    found = mustEnd == ANYWHERE || mustEnd == at;
                } else if (isPassed(instruction, at)) {
                    count = push(index + 1, at, count);
                }
            }
        }

        private boolean isPassed(Instruction instruction, int at) {
            return instruction instanceof Stand stand
                    ? stands(stand.where(), at)
                    : instruction instanceof Glance glance && glance(glance, at);
        }

        private int push(int index, int at, int count) {
            budget.patternSteps(1);
            if (reached[index] == at + 1) {
                return count;
            }
            reached[index] = at + 1;
            open[count] = index;
            return count + 1;
        }
    }
}
