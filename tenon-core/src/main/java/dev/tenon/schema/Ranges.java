package dev.tenon.schema;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** The wording for bounds: when a schema has both ends, both are told. */
final class Ranges {
    private Ranges() {}

    static String number(Failure failure) {
        if (failure.keyword().equals("multipleOf")) {
            return "must be a multiple of " + failure.expected();
        }
        String low = end(failure, "minimum", "at least ", "exclusiveMinimum", "more than ");
        String high = end(failure, "maximum", "at most ", "exclusiveMaximum", "less than ");
        if (low.isEmpty() && high.isEmpty()) {
            return "must be within " + failure.keyword() + " " + failure.expected();
        }
        return "must be " + low + (low.isEmpty() || high.isEmpty() ? "" : " and ") + high;
    }

    private static String end(Failure failure, String with, String withWords, String without, String withoutWords) {
        Json inclusive = failure.beside(with);
        Json exclusive = failure.beside(without);
        return exclusive != null ? withoutWords + exclusive : inclusive != null ? withWords + inclusive : "";
    }

    static String size(Failure failure, @Nullable Json given) {
        boolean least = failure.keyword().startsWith("min");
        String bound = failure.expected().toString();
        String unit =
                switch (failure.keyword().substring(3)) {
                    case "Length" -> Words.count(bound, "character", "characters");
                    case "Items" -> Words.count(bound, "element", "elements");
                    default -> Words.count(bound, "member", "members");
                };
        return "must have at " + (least ? "least " : "most ") + unit + ", but has " + size(given) + ".";
    }

    private static String size(@Nullable Json given) {
        return given == null ? "none" : Integer.toString(KeywordChecks.sizeOf(given));
    }
}
