package dev.tenon.schema;

import dev.tenon.schema.PatternNode.Choice;
import dev.tenon.schema.PatternNode.Look;
import dev.tenon.schema.PatternNode.One;
import dev.tenon.schema.PatternNode.Place;
import dev.tenon.schema.PatternNode.Repeat;
import dev.tenon.schema.PatternNode.Sequence;
import java.util.ArrayList;
import java.util.List;

/** A regular expression as a list of instructions, after Thompson: where one way forks, both are followed. */
final class PatternProgram {
    private final Instruction[] instructions;

    private PatternProgram(List<Instruction> instructions) {
        this.instructions = instructions.toArray(new Instruction[0]);
    }

    /** What to do at one point of an expression. Targets are indexes of instructions. */
    sealed interface Instruction {}

    /** Takes one character out of a set and goes on to the next instruction. */
    record Take(One one) implements Instruction {}

    /** Goes on at all targets. */
    record Fork(int[] targets) implements Instruction {}

    /** Goes on to the next instruction if the place is right. */
    record Stand(PatternNode.Where where) implements Instruction {}

    /** Goes on to the next instruction if the look finds what it should. */
    record Glance(PatternProgram program, boolean ahead, boolean negative) implements Instruction {}

    /** The expression is found. */
    record Found() implements Instruction {}

    /**
     * Translates an expression.
     *
     * @throws IllegalArgumentException when it would be too large
     */
    static PatternProgram of(PatternNode node) {
        return new Writer(new int[1]).whole(node);
    }

    int size() {
        return instructions.length;
    }

    Instruction at(int index) {
        return instructions[index];
    }

    /** Whether it can only be found at the start of a text. */
    boolean isAnchored() {
        return at(0) instanceof Stand stand && stand.where() == PatternNode.Where.START;
    }

    /** Writes the instructions. */
    private static final class Writer {
        /** Repetitions with numbers are written out; beyond this size, looks included, an expression is refused. */
        private static final int LARGEST = 50_000;

        private final List<Instruction> written = new ArrayList<>();
        private final int[] total;

        Writer(int[] total) {
            this.total = total;
        }

        PatternProgram whole(PatternNode node) {
            write(node);
            add(new Found());
            return new PatternProgram(written);
        }

        private int add(Instruction instruction) {
            if (++total[0] > LARGEST) {
                throw new IllegalArgumentException("its repetitions add up to too much");
            }
            written.add(instruction);
            return written.size() - 1;
        }

        private void write(PatternNode node) {
            if (node instanceof One one) {
                add(new Take(one));
            } else if (node instanceof Sequence sequence) {
                sequence.parts().forEach(this::write);
            } else if (node instanceof Choice choice) {
                write(choice);
            } else if (node instanceof Repeat repeat) {
                write(repeat);
            } else if (node instanceof Place place) {
                add(new Stand(place.where()));
            } else if (node instanceof Look look) {
                add(new Glance(new Writer(total).whole(look.part()), look.ahead(), look.negative()));
            }
        }

        private void write(Choice choice) {
            int count = choice.options().size();
            int[] starts = new int[count];
            add(new Fork(starts));
            List<int[]> ends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                starts[i] = written.size();
                write(choice.options().get(i));
                int[] end = new int[1];
                add(new Fork(end));
                ends.add(end);
            }
            ends.forEach(end -> end[0] = written.size());
        }

        private void write(Repeat repeat) {
            for (int i = 0; i < repeat.min(); i++) {
                write(repeat.part());
            }
            if (repeat.max() == PatternNode.UNLIMITED) {
                int[] targets = new int[2];
                int loop = add(new Fork(targets));
                targets[0] = written.size();
                write(repeat.part());
                add(new Fork(new int[] {loop}));
                targets[1] = written.size();
                return;
            }
            List<int[]> exits = new ArrayList<>();
            for (int i = repeat.min(); i < repeat.max(); i++) {
                int[] targets = new int[2];
                add(new Fork(targets));
                targets[0] = written.size();
                write(repeat.part());
                exits.add(targets);
            }
            exits.forEach(targets -> targets[1] = written.size());
        }
    }
}
