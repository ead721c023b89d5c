package dev.tenon.json;

import java.math.BigDecimal;
import java.util.Objects;

/** Equality of meaning between JSON values. Depth is bounded because every value was read within limits. */
final class JsonEquality {
    private JsonEquality() {}

    static boolean equal(Json a, Json b) {
        if (a.kind() != b.kind()) {
            return false;
        }
        return switch (a.kind()) {
            case OBJECT -> a.members().equals(b.members());
            case ARRAY -> a.elements().equals(b.elements());
            case STRING -> Objects.equals(a.string(), b.string());
            case NUMBER -> number(a).compareTo(number(b)) == 0;
            case BOOLEAN -> Objects.equals(a.bool(), b.bool());
            case NULL -> true;
        };
    }

    static int hash(Json json) {
        return switch (json.kind()) {
            case OBJECT -> json.members().hashCode();
            case ARRAY -> json.elements().hashCode();
            case STRING -> Objects.hashCode(json.string());
            case NUMBER -> Double.hashCode(number(json).doubleValue());
            case BOOLEAN -> Objects.hashCode(json.bool());
            case NULL -> 0;
        };
    }

    private static BigDecimal number(Json json) {
        return Objects.requireNonNull(json.number());
    }
}
