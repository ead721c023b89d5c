package dev.tenon.schema;

import dev.tenon.json.Json;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Numbers of values that are checked: as a long where they are written as one, else with every digit. */
final class Numbers {
    /** A whole number of so many characters fits a long. */
    private static final int LONG_TEXT = 18;

    /** What takes longer to write takes long to calculate with. */
    private static final int LONGEST = 100;

    private Numbers() {}

    /** Whether the value is written as a whole number that fits a long. */
    static boolean isLong(Json value) {
        return value.size() <= LONG_TEXT && value.isIntegerText();
    }

    /** The number that this text is. */
    static long longOf(byte[] text, int offset, int length) {
        boolean negative = text[offset] == '-';
        long number = 0;
        for (int i = offset + (negative ? 1 : 0); i < offset + length; i++) {
            number = number * 10 + text[i] - '0';
        }
        return negative ? -number : number;
    }

    /** The exact number; null, and the allowance spent, when it is too long to calculate with here. */
    static @Nullable BigDecimal of(Json value, Allowance allowance) {
        if (value.size() > LONGEST) {
            allowance.giveUp();
            return null;
        }
        return value.number();
    }

    /** Whether the number has no fraction, whichever way it is written. */
    static boolean isWhole(Json value, Allowance allowance) {
        if (value.isIntegerText()) {
            return true;
        }
        BigDecimal number = of(value, allowance);
        return number != null && number.stripTrailingZeros().scale() <= 0;
    }
}
