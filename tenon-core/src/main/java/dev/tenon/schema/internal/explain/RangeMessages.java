package dev.tenon.schema.internal.explain;

import dev.tenon.json.Json;
import dev.tenon.schema.internal.fastpath.KeywordCheckBuilder;
import dev.tenon.schema.internal.validate.ValidationFailure;
import org.jspecify.annotations.Nullable;

/** The wording for bounds: when a schema has both ends, both are told. */
final class RangeMessages {
    private RangeMessages() {}

    static String describeNumberRange(ValidationFailure failure) {
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
            ValidationFailure failure, String with, String withWords, String without, String withoutWords) {
        Json inclusive = failure.siblingKeyword(with);
        Json exclusive = failure.siblingKeyword(without);
        return exclusive != null ? withoutWords + exclusive : inclusive != null ? withWords + inclusive : "";
    }

    static String describeSize(ValidationFailure failure, @Nullable Json given) {
        boolean least = failure.keyword().startsWith("min");
        String bound = failure.expected().toString();
        String unit =
                switch (failure.keyword().substring(3)) {
                    case "Length" -> PhraseFormatter.pluralize(bound, "character", "characters");
                    case "Items" -> PhraseFormatter.pluralize(bound, "element", "elements");
                    default -> PhraseFormatter.pluralize(bound, "member", "members");
                };
        return "must have at " + (least ? "least " : "most ") + unit + ", but has " + describeSize(given) + ".";
    }

    private static String describeSize(@Nullable Json given) {
        return given == null ? "none" : Integer.toString(KeywordCheckBuilder.sizeOf(given));
    }
}
