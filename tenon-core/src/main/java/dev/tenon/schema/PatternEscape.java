package dev.tenon.schema;

import java.util.function.IntPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What stands after a backslash: a set of characters, or one character. */
final class PatternEscape {
    private static final Pattern NAMED_SET = Pattern.compile("[dDwWsS]|[pP]\\{([^}]*)}");
    private static final Pattern HEX = Pattern.compile("x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\\{0*[0-9A-Fa-f]{1,6}}");
    private static final Pattern LOW_SURROGATE = Pattern.compile("\\\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})");
    private static final Pattern CONTROL = Pattern.compile("c([A-Za-z])");
    private static final Pattern ZERO = Pattern.compile("0(?![0-9])");

    private final PatternText text;

    PatternEscape(PatternText text) {
        this.text = text;
    }

    /** The set that the escape stands for. */
    IntPredicate set() {
        IntPredicate named = namedSet();
        return named == null ? CharSets.only(point()) : named;
    }

    /** {@code \d} and its like; null, with nothing taken, when the escape is for one character. */
    @Nullable IntPredicate namedSet() {
        MatchResult name = text.take(NAMED_SET);
        return name == null
                ? null
                : switch (name.group().charAt(0)) {
                    case 'd' -> CharSets.DIGIT;
                    case 'D' -> CharSets.DIGIT.negate();
                    case 'w' -> CharSets.WORD;
                    case 'W' -> CharSets.WORD.negate();
                    case 's' -> CharSets.SPACE;
                    case 'S' -> CharSets.SPACE.negate();
                    case 'p' -> property(name.group(1));
                    default -> property(name.group(1)).negate();
                };
    }

    private IntPredicate property(String name) {
        IntPredicate set = UnicodeSets.named(name);
        if (set == null) {
            throw text.error("unknown Unicode property " + name);
        }
        return set;
    }

    /** The one character that the escape stands for. */
    int point() {
        MatchResult hex = text.take(HEX);
        if (hex != null) {
            return hex(hex.group().replaceAll("[xu{}]", ""));
        }
        MatchResult control = text.take(CONTROL);
        if (control != null) {
            return control.group(1).charAt(0) & 31;
        }
        if (text.take(ZERO) != null) {
            return 0;
        }
        int c = text.next();
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 0x0B;
            case 'f' -> '\f';
            case 'r' -> '\r';
            default -> itself(c);
        };
    }

    private int hex(String digits) {
        int point = Integer.parseInt(digits, 16);
        if (!Character.isValidCodePoint(point)) {
            throw text.error("not a code point: " + digits);
        }
        boolean isHigh = point >= Character.MIN_HIGH_SURROGATE && point <= Character.MAX_HIGH_SURROGATE;
        MatchResult low = isHigh ? text.take(LOW_SURROGATE) : null;
        return low == null ? point : Character.toCodePoint((char) point, (char) Integer.parseInt(low.group(1), 16));
    }

    private int itself(int c) {
        if (CharSets.DIGIT.test(c) || c == 'k') {
            throw text.error("back references are not supported");
        }
        if (CharSets.WORD.test(c) && c != '_') {
            throw text.error("unknown escape \\" + Character.toString(c));
        }
        return c;
    }
}
