package dev.tenon.schema;

import dev.tenon.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** A bound that numbers must not go beyond, or not even reach. */
final class RangeCheck implements Check, Json.Borrower<Boolean> {
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private final BigDecimal bound;
    private final boolean isLower;
    private final boolean mayBeReached;

    /** The whole number next to the bound that is allowed, or the long that is nearest to it. */
    private final long nearest;

    RangeCheck(BigDecimal bound, boolean isLower, boolean mayBeReached) {
        this.bound = bound;
        this.isLower = isLower;
        this.mayBeReached = mayBeReached;
        BigInteger whole = bound.setScale(0, isLower ? RoundingMode.CEILING : RoundingMode.FLOOR)
                .toBigInteger();
        boolean isExcluded = !mayBeReached && bound.compareTo(new BigDecimal(whole)) == 0;
        BigInteger next = isExcluded ? whole.add(BigInteger.valueOf(isLower ? 1 : -1)) : whole;
        nearest = next.min(LARGEST).max(LARGEST.negate()).longValue();
    }

    @Override
    public boolean holds(Json value, Allowance allowance) {
        if (Numbers.isLong(value)) {
            return value.lend(this);
        }
        BigDecimal number = Numbers.of(value, allowance);
        if (number == null) {
            return false;
        }
        int side = isLower ? number.compareTo(bound) : bound.compareTo(number);
        return mayBeReached ? side >= 0 : side > 0;
    }

    @Override
    public Boolean use(byte[] bytes, int offset, int length) {
        long number = Numbers.longOf(bytes, offset, length);
        return isLower ? number >= nearest : number <= nearest;
    }
}
