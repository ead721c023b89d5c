package dev.tenon.codec.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;

/** Describes a received value briefly, for messages about a type mismatch. */
final class ActualValueFormatter {
    private static final int MAX_NUMBER_CHARS = 40;

    private ActualValueFormatter() {}

    static String format(Json json) {
        return switch (json.kind()) {
            case OBJECT, ARRAY, NULL -> json.kind().displayName();
            case BOOLEAN -> "boolean " + json;
            case STRING -> "string " + Excerpts.quote(json.string());
            case NUMBER -> "number " + formatNumber(json.toString());
        };
    }

    private static String formatNumber(String digits) {
        return digits.length() <= MAX_NUMBER_CHARS ? digits : digits.substring(0, MAX_NUMBER_CHARS) + "...";
    }
}
