package dev.tenon.schema.internal.regex;

import java.util.function.IntPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses an escape after a backslash: a set of characters, or a single character. */
record RegexEscapeParser(RegexCursor reader) {
    private static final Pattern NAMED_SET = Pattern.compile("[dDwWsS]|[pP]\\{([^}]*)}");
    private static final Pattern HEX = Pattern.compile("x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\\{0*[0-9A-Fa-f]{1,6}}");
    private static final Pattern LOW_SURROGATE = Pattern.compile("\\\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})");
    private static final Pattern CONTROL = Pattern.compile("c([A-Za-z])");
    private static final Pattern ZERO = Pattern.compile("0(?![0-9])");

    /** Returns the set that the escape denotes. */
    IntPredicate parseSet() {
        IntPredicate named = parseNamedSet();
        return named == null ? CharacterSets.singleton(parseCodePoint()) : named;
    }

    /**
     * Parses {@code \d} and similar; returns null, without consuming anything, when the escape denotes one character.
     */
    @Nullable IntPredicate parseNamedSet() {
        MatchResult name = reader.tryConsume(NAMED_SET);
        return name == null
                ? null
                : switch (name.group().charAt(0)) {
                    case 'd' -> CharacterSets.DIGIT;
                    case 'D' -> CharacterSets.DIGIT.negate();
                    case 'w' -> CharacterSets.WORD;
                    case 'W' -> CharacterSets.WORD.negate();
                    case 's' -> CharacterSets.SPACE;
                    case 'S' -> CharacterSets.SPACE.negate();
                    case 'p' -> unicodeProperty(name.group(1));
                    default -> unicodeProperty(name.group(1)).negate();
                };
    }

    private IntPredicate unicodeProperty(String name) {
        IntPredicate set = UnicodeProperties.find(name);
        if (set == null) {
            throw reader.syntaxError("unknown Unicode property " + name);
        }
        return set;
    }

    /** Returns the single character that the escape denotes. */
    int parseCodePoint() {
        MatchResult hex = reader.tryConsume(HEX);
        if (hex != null) {
            return parseHexOrSurrogatePair(hex.group().replaceAll("[xu{}]", ""));
        }
        MatchResult control = reader.tryConsume(CONTROL);
        if (control != null) {
            return control.group(1).charAt(0) & 31;
        }
        if (reader.tryConsume(ZERO) != null) {
            return 0;
        }
        int c = reader.readCodePoint();
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 0x0B;
            case 'f' -> '\f';
            case 'r' -> '\r';
            default -> identityEscape(c);
        };
    }

    private int parseHexOrSurrogatePair(String digits) {
        int codePoint = Integer.parseInt(digits, 16);
        if (!Character.isValidCodePoint(codePoint)) {
            throw reader.syntaxError("not a code point: " + digits);
        }
        boolean isHigh = codePoint >= Character.MIN_HIGH_SURROGATE && codePoint <= Character.MAX_HIGH_SURROGATE;
        MatchResult low = isHigh ? reader.tryConsume(LOW_SURROGATE) : null;
        return low == null
                ? codePoint
                : Character.toCodePoint((char) codePoint, (char) Integer.parseInt(low.group(1), 16));
    }

    private int identityEscape(int c) {
        if (CharacterSets.DIGIT.test(c) || c == 'k') {
            throw reader.syntaxError("back references are not supported");
        }
        if (CharacterSets.WORD.test(c) && c != '_') {
            throw reader.syntaxError("unknown escape \\" + Character.toString(c));
        }
        return c;
    }
}
