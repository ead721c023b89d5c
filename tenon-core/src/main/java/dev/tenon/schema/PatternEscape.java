package dev.tenon.schema;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What stands after a backslash: a set of characters, or one character. */
final class PatternEscape {
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
        IntPredicate set =
                switch (text.peek()) {
                    case 'd' -> CharSets.DIGIT;
                    case 'D' -> CharSets.DIGIT.negate();
                    case 'w' -> CharSets.WORD;
                    case 'W' -> CharSets.WORD.negate();
                    case 's' -> CharSets.SPACE;
                    case 'S' -> CharSets.SPACE.negate();
                    default -> null;
                };
        if (set != null) {
            text.next();
            return set;
        }
        if (text.take('p')) {
            return property();
        }
        return text.take('P') ? property().negate() : null;
    }

    private IntPredicate property() {
        String name = text.takeBraced();
        IntPredicate set = UnicodeSets.named(name);
        if (set == null) {
            throw text.error("unknown Unicode property " + name);
        }
        return set;
    }

    /** The one character that the escape stands for. */
    int point() {
        int c = text.next();
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 0x0B;
            case 'f' -> '\f';
            case 'r' -> '\r';
            case '0' -> zero();
            case 'c' -> control();
            case 'x' -> text.takeHex(2);
            case 'u' -> unicode();
            default -> itself(c);
        };
    }

    private int zero() {
        if (CharSets.DIGIT.test(text.peek())) {
            throw text.error("octal escapes are not supported");
        }
        return 0;
    }

    private int control() {
        int letter = text.next();
        if (!CharSets.WORD.test(letter) || CharSets.DIGIT.test(letter) || letter == '_') {
            throw text.error("a letter is missing after \\c");
        }
        return letter & 31;
    }

    private int unicode() {
        if (text.at('{')) {
            String digits = text.takeBraced();
            try {
                int point = Integer.parseInt(digits, 16);
                if (Character.isValidCodePoint(point)) {
                    return point;
                }
            } catch (NumberFormatException e) {
                throw text.error("not a code point: " + digits);
            }
            throw text.error("not a code point: " + digits);
        }
        char first = (char) text.takeHex(4);
        if (Character.isHighSurrogate(first) && text.take("\\u")) {
            char second = (char) text.takeHex(4);
            if (!Character.isLowSurrogate(second)) {
                throw text.error("a surrogate without its partner");
            }
            return Character.toCodePoint(first, second);
        }
        return first;
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
