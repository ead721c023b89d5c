package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;

/** Says in a few words what came instead of what was expected. */
final class Got {
    private static final int LONGEST_NUMBER = 40;

    private Got() {}

    static String words(Json json) {
        return switch (json.kind()) {
            case OBJECT, ARRAY, NULL -> json.kind().word();
            case BOOLEAN -> "boolean " + json;
            case STRING -> "string " + Quote.shortened(json.string());
            case NUMBER -> "number " + number(json.toString());
        };
    }

    private static String number(String digits) {
        return digits.length() <= LONGEST_NUMBER ? digits : digits.substring(0, LONGEST_NUMBER) + "...";
    }
}
