package dev.tenon.schema;

import dev.tenon.schema.PatternProgram.Condition;
import dev.tenon.schema.PatternProgram.Fork;
import dev.tenon.schema.PatternProgram.Found;
import dev.tenon.schema.PatternProgram.Place;
import dev.tenon.schema.PatternProgram.State;
import dev.tenon.schema.PatternProgram.Take;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads the syntax of regular expressions (ECMA-262, section Patterns, with the lenient braces of annex B). */
final class PatternParser {
    private static final int MAX_DEPTH = 100;
    /** Repetitions with numbers are written out; beyond this size, lookarounds included, an expression is refused. */
    private static final int MAX_STATES = 50_000;

    /** How often, and whether greedily, which makes no difference here; braces that say no number are characters. */
    private static final Pattern QUANTIFIER = Pattern.compile("([*+?]|\\{[0-9]+(?:,[0-9]*)?})\\??");

    /** What begins a group that only holds together. */
    private static final Pattern NOT_LOOKING = Pattern.compile("\\?(?::|<[\\p{javaUnicodeIdentifierPart}$_]+>)");

    private final PatternText text;
    private int depth;
    private int states;
    private int total;

    PatternParser(String regex) {
        text = new PatternText(regex);
    }

    /** A part of an expression, made into states once it is known what follows it. */
    @FunctionalInterface
    private interface Part {
        State before(State next);
    }

    PatternProgram parse() {
        PatternProgram program = program(choice());
        if (text.more()) {
            throw text.error("unmatched )");
        }
        return program;
    }

    /** How many states all of it has been made into. */
    int total() {
        return total;
    }

    private PatternProgram program(Part part) {
        int around = states;
        states = 0;
        PatternProgram program = new PatternProgram(part.before(new Found(number())), states);
        states = around;
        return program;
    }

    private int number() {
        if (++total > MAX_STATES) {
            throw new IllegalArgumentException("its repetitions add up to too much");
        }
        return states++;
    }

    private Part choice() {
        List<Part> options = new ArrayList<>();
        do {
            options.add(sequence());
        } while (text.take("|"));
        return options.size() == 1
                ? options.get(0)
                : next -> new Fork(
                        number(), options.stream().map(o -> o.before(next)).toList());
    }

    private Part sequence() {
        List<Part> parts = new ArrayList<>();
        while (text.more() && !text.atOne("|)")) {
            parts.add(repeated(atom()));
        }
        return next -> {
            State first = next;
            for (int i = parts.size() - 1; i >= 0; i--) {
                first = parts.get(i).before(first);
            }
            return first;
        };
    }

    private Part atom() {
        if (text.take("(")) {
            return group();
        }
        if (text.take("[")) {
            return one(new PatternClass(text).parse());
        }
        if (text.take("^")) {
            return place(Condition.START);
        }
        if (text.take("$")) {
            return place(Condition.END);
        }
        if (text.take("\\b")) {
            return place(Condition.WORD_EDGE);
        }
        if (text.take("\\B")) {
            return place(Condition.NO_WORD_EDGE);
        }
        if (text.take(".")) {
            return one(CharSets.NOT_LINE_END);
        }
        refuseQuantifier();
        return one(text.take("\\") ? new PatternEscape(text).set() : CharSets.only(text.next()));
    }

    private Part one(IntPredicate set) {
        return next -> new Take(number(), set, next);
    }

    private Part place(Condition condition) {
        return next -> new Place(number(), condition, next);
    }

    private Part group() {
        if (++depth > MAX_DEPTH) {
            throw text.error("groups nested deeper than " + MAX_DEPTH);
        }
        Part part;
        if (text.take("?=")) {
            part = look(true, true);
        } else if (text.take("?!")) {
            part = look(true, false);
        } else if (text.take("?<=")) {
            part = look(false, true);
        } else if (text.take("?<!")) {
            part = look(false, false);
        } else if (!text.atOne("?") || text.take(NOT_LOOKING) != null) {
            part = closed();
        } else {
            throw text.error("unknown kind of group");
        }
        depth--;
        return part;
    }

    private Part look(boolean ahead, boolean wanted) {
        PatternProgram program = program(closed());
        return place((run, at) -> wanted == (ahead ? run.findsAt(program, at) : run.findsBefore(program, at)));
    }

    private Part closed() {
        Part part = choice();
        if (!text.take(")")) {
            throw text.error("missing )");
        }
        return part;
    }

    private Part repeated(Part part) {
        MatchResult quantifier = text.take(QUANTIFIER);
        if (quantifier == null) {
            return part;
        }
        refuseQuantifier();
        String token = quantifier.group(1);
        String counts =
                switch (token) {
                    case "*" -> "0,";
                    case "+" -> "1,";
                    case "?" -> "0,1";
                    default -> token.substring(1, token.length() - 1);
                };
        String[] ends = counts.split(",", -1);
        int min = count(ends[0]);
        if (counts.endsWith(",")) {
            return next -> times(part, min, loop(part, next));
        }
        int max = count(ends[ends.length - 1]);
        if (max < min) {
            throw text.error("the numbers of a repetition are in the wrong order");
        }
        return next -> times(part, min, options(part, max - min, next));
    }

    private static int count(String digits) {
        return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private void refuseQuantifier() {
        if (text.atOne("*+?")) {
            throw text.error("nothing to repeat before " + Character.toString(text.next()));
        }
    }

    private State times(Part part, int count, State next) {
        State first = next;
        for (int i = 0; i < count; i++) {
            State more = part.before(first);
            if (more == first) {
                // An empty part: repeated, it stays empty.
                return first;
            }
            first = more;
        }
        return first;
    }

    private State loop(Part part, State next) {
        List<State> targets = new ArrayList<>();
        Fork loop = new Fork(number(), targets);
        targets.add(part.before(loop));
        targets.add(next);
        return loop;
    }

    private State options(Part part, int count, State next) {
        State first = next;
        for (int i = 0; i < count; i++) {
            first = new Fork(number(), List.of(part.before(first), next));
        }
        return first;
    }
}
