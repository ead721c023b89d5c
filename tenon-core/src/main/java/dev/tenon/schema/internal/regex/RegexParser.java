package dev.tenon.schema.internal.regex;

import dev.tenon.schema.internal.regex.RegexProgram.AssertionState;
import dev.tenon.schema.internal.regex.RegexProgram.ConsumeState;
import dev.tenon.schema.internal.regex.RegexProgram.MatchState;
import dev.tenon.schema.internal.regex.RegexProgram.PositionAssertion;
import dev.tenon.schema.internal.regex.RegexProgram.RegexState;
import dev.tenon.schema.internal.regex.RegexProgram.SplitState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads the syntax of regular expressions (ECMA-262, section Patterns, with the lenient braces of annex B). */
final class RegexParser {
    private static final int MAX_DEPTH = 100;
    /** Repetitions with numbers are written out; beyond this size, lookarounds included, an expression is refused. */
    private static final int MAX_STATES = 50_000;

    /** How often, and whether greedily, which makes no difference here; braces that say no number are characters. */
    private static final Pattern QUANTIFIER = Pattern.compile("([*+?]|\\{[0-9]+(?:,[0-9]*)?})\\??");

    /** What begins a group that only holds together. */
    private static final Pattern PLAIN_GROUP_START = Pattern.compile("\\?(?::|<[\\p{javaUnicodeIdentifierPart}$_]+>)");

    private final RegexReader text;
    private int depth;
    private int states;
    private int total;

    RegexParser(String regex) {
        text = new RegexReader(regex);
    }

    /** A part of an expression, made into states once it is known what follows it. */
    @FunctionalInterface
    private interface RegexFragment {
        RegexState compile(RegexState next);
    }

    RegexProgram parse() {
        RegexProgram program = compileProgram(parseAlternation());
        if (text.hasMore()) {
            throw text.syntaxError("unmatched )");
        }
        return program;
    }

    /** How many states all of it has been made into. */
    int stateCount() {
        return total;
    }

    private RegexProgram compileProgram(RegexFragment part) {
        int around = states;
        states = 0;
        RegexProgram program = new RegexProgram(part.compile(new MatchState(nextStateNumber())), states);
        states = around;
        return program;
    }

    private int nextStateNumber() {
        if (++total > MAX_STATES) {
            throw new IllegalArgumentException("its repetitions add up to too much");
        }
        return states++;
    }

    private RegexFragment parseAlternation() {
        List<RegexFragment> options = new ArrayList<>();
        do {
            options.add(parseSequence());
        } while (text.tryConsume("|"));
        return options.size() == 1
                ? options.get(0)
                : next -> new SplitState(
                        nextStateNumber(),
                        options.stream().map(o -> o.compile(next)).toList());
    }

    private RegexFragment parseSequence() {
        List<RegexFragment> parts = new ArrayList<>();
        while (text.hasMore() && !text.isNextIn("|)")) {
            parts.add(parseQuantifier(parseAtom()));
        }
        return next -> {
            RegexState first = next;
            for (int i = parts.size() - 1; i >= 0; i--) {
                first = parts.get(i).compile(first);
            }
            return first;
        };
    }

    private RegexFragment parseAtom() {
        if (text.tryConsume("(")) {
            return parseGroup();
        }
        if (text.tryConsume("[")) {
            return characterFragment(new CharacterClassParser(text).parse());
        }
        if (text.tryConsume("^")) {
            return assertionFragment(PositionAssertion.START);
        }
        if (text.tryConsume("$")) {
            return assertionFragment(PositionAssertion.END);
        }
        if (text.tryConsume("\\b")) {
            return assertionFragment(PositionAssertion.WORD_BOUNDARY);
        }
        if (text.tryConsume("\\B")) {
            return assertionFragment(PositionAssertion.NOT_WORD_BOUNDARY);
        }
        if (text.tryConsume(".")) {
            return characterFragment(CharacterSets.NOT_LINE_TERMINATOR);
        }
        rejectQuantifier();
        return characterFragment(
                text.tryConsume("\\") ? new RegexEscapeParser(text).parseSet() : CharacterSets.singleton(text.next()));
    }

    private RegexFragment characterFragment(IntPredicate set) {
        return next -> new ConsumeState(nextStateNumber(), set, next);
    }

    private RegexFragment assertionFragment(PositionAssertion condition) {
        return next -> new AssertionState(nextStateNumber(), condition, next);
    }

    private RegexFragment parseGroup() {
        if (++depth > MAX_DEPTH) {
            throw text.syntaxError("groups nested deeper than " + MAX_DEPTH);
        }
        RegexFragment part;
        if (text.tryConsume("?=")) {
            part = parseLookaround(true, true);
        } else if (text.tryConsume("?!")) {
            part = parseLookaround(true, false);
        } else if (text.tryConsume("?<=")) {
            part = parseLookaround(false, true);
        } else if (text.tryConsume("?<!")) {
            part = parseLookaround(false, false);
        } else if (!text.isNextIn("?") || text.tryConsume(PLAIN_GROUP_START) != null) {
            part = parseGroupBody();
        } else {
            throw text.syntaxError("unknown kind of group");
        }
        depth--;
        return part;
    }

    private RegexFragment parseLookaround(boolean ahead, boolean wanted) {
        RegexProgram program = compileProgram(parseGroupBody());
        return assertionFragment(
                (run, at) -> wanted == (ahead ? run.matchesAt(program, at) : run.matchesEndingAt(program, at)));
    }

    private RegexFragment parseGroupBody() {
        RegexFragment part = parseAlternation();
        if (!text.tryConsume(")")) {
            throw text.syntaxError("missing )");
        }
        return part;
    }

    private RegexFragment parseQuantifier(RegexFragment part) {
        MatchResult quantifier = text.tryConsume(QUANTIFIER);
        if (quantifier == null) {
            return part;
        }
        rejectQuantifier();
        String token = quantifier.group(1);
        String counts =
                switch (token) {
                    case "*" -> "0,";
                    case "+" -> "1,";
                    case "?" -> "0,1";
                    default -> token.substring(1, token.length() - 1);
                };
        String[] ends = counts.split(",", -1);
        int min = parseCount(ends[0]);
        if (counts.endsWith(",")) {
            return next -> repeat(part, min, repeatUnbounded(part, next));
        }
        int max = parseCount(ends[ends.length - 1]);
        if (max < min) {
            throw text.syntaxError("the numbers of a repetition are in the wrong order");
        }
        return next -> repeat(part, min, repeatOptional(part, max - min, next));
    }

    private static int parseCount(String digits) {
        return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private void rejectQuantifier() {
        if (text.isNextIn("*+?")) {
            throw text.syntaxError("nothing to repeat before " + Character.toString(text.next()));
        }
    }

    private RegexState repeat(RegexFragment part, int count, RegexState next) {
        RegexState first = next;
        for (int i = 0; i < count; i++) {
            RegexState more = part.compile(first);
            if (more == first) {
                // An empty part: repeated, it stays empty.
                return first;
            }
            first = more;
        }
        return first;
    }

    private RegexState repeatUnbounded(RegexFragment part, RegexState next) {
        List<RegexState> targets = new ArrayList<>();
        SplitState loop = new SplitState(nextStateNumber(), targets);
        targets.add(part.compile(loop));
        targets.add(next);
        return loop;
    }

    private RegexState repeatOptional(RegexFragment part, int count, RegexState next) {
        RegexState first = next;
        for (int i = 0; i < count; i++) {
            first = new SplitState(nextStateNumber(), List.of(part.compile(first), next));
        }
        return first;
    }
}
