package dev.tenon.json;

import java.math.BigDecimal;
import java.util.Objects;

/** Compares JSON values by meaning. The recursion is limited because values are read within a depth limit. */
final class JsonEquality {
    /**
     * 2 to the power of 64 divided by the golden ratio: multiplication spreads each bit into the upper half of the
     * product.
     */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private JsonEquality() {}

    static boolean areEqual(Json a, Json b) {
        if (a.kind() != b.kind()) {
            return false;
        }
        if (a.hasSameText(b)) {
            return true;
        }
        return switch (a.kind()) {
            case OBJECT -> a.members().equals(b.members());
            case ARRAY -> a.elements().equals(b.elements());
            case STRING -> Objects.equals(a.string(), b.string());
            case NUMBER -> requireNumber(a).compareTo(requireNumber(b)) == 0;
            // Equal values of these kinds have the same text.
            case BOOLEAN, NULL -> false;
        };
    }

    static int hash(Json json) {
        return switch (json.kind()) {
            case OBJECT -> json.members().hashCode();
            case ARRAY -> json.elements().hashCode();
            case STRING -> Objects.hashCode(json.string());
            case NUMBER -> scatterBits(requireNumber(json).doubleValue());
            case BOOLEAN -> Objects.hashCode(json.bool());
            case NULL -> 0;
        };
    }

    /** Doubles of small integers differ in their middle bits only, which a hash map with few buckets ignores. */
    private static int scatterBits(double number) {
        return (int) (Double.doubleToLongBits(number) * GOLDEN >>> Integer.SIZE);
    }

    private static BigDecimal requireNumber(Json json) {
        return Objects.requireNonNull(json.number());
    }
}
