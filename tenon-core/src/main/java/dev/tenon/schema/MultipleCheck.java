package dev.tenon.schema;

import dev.tenon.json.Json;
import java.math.BigDecimal;

/** {@code multipleOf}. */
record MultipleCheck(BigDecimal divisor) implements Check {
    /** Dividing the very large by the very small fills the memory with digits. */
    private static final int LARGEST_SCALE = 300;

    /** Whether the divisor is one that the validator and this check understand alike. */
    static boolean isPlain(BigDecimal number) {
        return Math.abs((long) number.scale()) <= LARGEST_SCALE && number.precision() <= LARGEST_SCALE;
    }

    @Override
    public boolean holds(Json value, Allowance allowance) {
        BigDecimal number = Numbers.of(value, allowance);
        if (number == null || !isPlain(number)) {
            allowance.giveUp();
            return false;
        }
        return number.remainder(divisor).signum() == 0;
    }
}
