package dev.tenon.schema.internal.explain;

import dev.tenon.json.Json;
import dev.tenon.schema.internal.fastpath.KeywordCheckBuilder;
import dev.tenon.schema.internal.validate.ValidationFailure;
import org.jspecify.annotations.Nullable;

/** Words the messages for ranges. When a schema has a minimum and a maximum, the message names both. */
final class RangeMessages {
    private RangeMessages() {}

    static String describeRangeOrMultipleOf(ValidationFailure failure) {
        if (failure.keyword().equals("multipleOf")) {
            return "must be a multiple of " + failure.expected();
        }
        String low = describeBound(failure, "minimum", "at least ", "exclusiveMinimum", "more than ");
        String high = describeBound(failure, "maximum", "at most ", "exclusiveMaximum", "less than ");
        if (low.isEmpty() && high.isEmpty()) {
            return "must be within " + failure.keyword() + " " + failure.expected();
        }
        return "must be " + low + (low.isEmpty() || high.isEmpty() ? "" : " and ") + high;
    }

    private static String describeBound(
            ValidationFailure failure,
            String inclusiveKeyword,
            String inclusiveWords,
            String exclusiveKeyword,
            String exclusiveWords) {
        Json inclusive = failure.siblingKeyword(inclusiveKeyword);
        Json exclusive = failure.siblingKeyword(exclusiveKeyword);
        return exclusive != null ? exclusiveWords + exclusive : inclusive != null ? inclusiveWords + inclusive : "";
    }

    static String describeSize(ValidationFailure failure, @Nullable Json given) {
        boolean isMinimum = failure.keyword().startsWith("min");
        String bound = failure.expected().toString();
        String unit =
                switch (failure.keyword().substring(3)) {
                    case "Length" -> "character";
                    case "Items" -> "element";
                    default -> "member";
                };
        String size = given == null ? "none" : Integer.toString(KeywordCheckBuilder.sizeOf(given));
        return "must have at " + (isMinimum ? "least " : "most ") + bound + " " + unit + (bound.equals("1") ? "" : "s")
                + ", but has " + size + ".";
    }
}
