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

/** Parses regular expressions (ECMA-262, section Patterns, with the lenient braces of annex B). */
final class RegexParser {
    private static final int MAX_DEPTH = 100;
    /** The maximum number of states, including those of lookarounds. Counted repetitions are expanded. */
    private static final int MAX_STATES = 50_000;

    /** A quantifier. Greedy and lazy ones are equivalent here; braces without a number are characters. */
    private static final Pattern QUANTIFIER = Pattern.compile("([*+?]|\\{[0-9]+(?:,[0-9]*)?})\\??");

    /** The start of a lookaround: with {@code <} it looks behind, with {@code !} it is negative. */
    private static final Pattern LOOKAROUND_START = Pattern.compile("\\?(<?)([=!])");

    /** The start of a group that only groups. */
    private static final Pattern PLAIN_GROUP_START = Pattern.compile("\\?(?::|<[\\p{javaUnicodeIdentifierPart}$_]+>)");

    private final RegexCursor reader;
    private int depth;
    private int states;
    /** The number of states of the whole expression, including lookarounds. */
    int totalStates;

    RegexParser(String regex) {
        reader = new RegexCursor(regex);
    }

    /** A part of an expression, which is compiled to states once its successor is known. */
    @FunctionalInterface
    private interface RegexFragment {
        RegexState compile(RegexState next);
    }

    RegexProgram parse() {
        RegexProgram program = compileProgram(parseAlternation());
        if (reader.hasMore()) {
            throw reader.syntaxError("unmatched )");
        }
        return program;
    }

    private RegexProgram compileProgram(RegexFragment part) {
        int enclosing = states;
        states = 0;
        RegexProgram program = new RegexProgram(part.compile(new MatchState(nextStateNumber())), states);
        states = enclosing;
        return program;
    }

    private int nextStateNumber() {
        if (++totalStates > MAX_STATES) {
            throw new IllegalArgumentException("its repetitions expand to more than " + MAX_STATES + " states");
        }
        return states++;
    }

    private RegexFragment parseAlternation() {
        List<RegexFragment> options = new ArrayList<>();
        do {
            options.add(parseSequence());
        } while (reader.tryConsume("|"));
        return options.size() == 1
                ? options.get(0)
                : next -> new SplitState(
                        nextStateNumber(),
                        options.stream().map(o -> o.compile(next)).toList());
    }

    private RegexFragment parseSequence() {
        List<RegexFragment> parts = new ArrayList<>();
        while (reader.hasMore() && !reader.isNextIn("|)")) {
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
        if (reader.tryConsume("(")) {
            return parseGroup();
        }
        if (reader.tryConsume("[")) {
            return characterFragment(new CharacterClassParser(reader).parse());
        }
        if (reader.tryConsume("^")) {
            return assertionFragment(PositionAssertion.START);
        }
        if (reader.tryConsume("$")) {
            return assertionFragment(PositionAssertion.END);
        }
        if (reader.tryConsume("\\b")) {
            return assertionFragment(PositionAssertion.WORD_BOUNDARY);
        }
        if (reader.tryConsume("\\B")) {
            return assertionFragment(PositionAssertion.NOT_WORD_BOUNDARY);
        }
        if (reader.tryConsume(".")) {
            return characterFragment(CharacterSets.NOT_LINE_TERMINATOR);
        }
        rejectQuantifier();
        return characterFragment(
                reader.tryConsume("\\")
                        ? new RegexEscapeParser(reader).parseSet()
                        : CharacterSets.singleton(reader.readCodePoint()));
    }

    private RegexFragment characterFragment(IntPredicate set) {
        return next -> new ConsumeState(nextStateNumber(), set, next);
    }

    private RegexFragment assertionFragment(PositionAssertion condition) {
        return next -> new AssertionState(nextStateNumber(), condition, next);
    }

    private RegexFragment parseGroup() {
        if (++depth > MAX_DEPTH) {
            throw reader.syntaxError("groups nested deeper than " + MAX_DEPTH);
        }
        RegexFragment part;
        MatchResult lookaround = reader.tryConsume(LOOKAROUND_START);
        if (lookaround != null) {
            part = parseLookaround(
                    lookaround.group(1).isEmpty(), lookaround.group(2).equals("="));
        } else if (!reader.isNextIn("?") || reader.tryConsume(PLAIN_GROUP_START) != null) {
            part = parseGroupBody();
        } else {
            throw reader.syntaxError("unknown kind of group");
        }
        depth--;
        return part;
    }

    private RegexFragment parseLookaround(boolean ahead, boolean wanted) {
        RegexProgram program = compileProgram(parseGroupBody());
        return assertionFragment((matcher, at) ->
                wanted == (ahead ? matcher.matchesAt(program, at) : matcher.matchesEndingAt(program, at)));
    }

    private RegexFragment parseGroupBody() {
        RegexFragment part = parseAlternation();
        if (!reader.tryConsume(")")) {
            throw reader.syntaxError("missing )");
        }
        return part;
    }

    private RegexFragment parseQuantifier(RegexFragment part) {
        MatchResult quantifier = reader.tryConsume(QUANTIFIER);
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
        String[] bounds = counts.split(",", -1);
        int min = parseSaturatedCount(bounds[0]);
        if (counts.endsWith(",")) {
            return next -> repeat(part, min, repeatUnbounded(part, next));
        }
        int max = parseSaturatedCount(bounds[bounds.length - 1]);
        if (max < min) {
            throw reader.syntaxError("the numbers of a repetition are in the wrong order");
        }
        return next -> repeat(part, min, repeatOptional(part, max - min, next));
    }

    private static int parseSaturatedCount(String digits) {
        return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private void rejectQuantifier() {
        if (reader.isNextIn("*+?")) {
            throw reader.syntaxError("nothing to repeat before " + Character.toString(reader.readCodePoint()));
        }
    }

    private RegexState repeat(RegexFragment part, int count, RegexState next) {
        RegexState first = next;
        for (int i = 0; i < count; i++) {
            RegexState more = part.compile(first);
            if (more == first) {
                // Repeating an empty part yields an empty part.
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
