package dev.tenon.schema.internal.validate;

import java.util.TreeMap;
import java.util.function.IntConsumer;
import tools.jackson.databind.JsonNode;

/**
 * Canonical text of a value of {@link JacksonTreeFactory}: two values have the same text exactly when they are equal
 * as JSON Schema defines it. The notation of numbers and the order of members are ignored.
 */
final class CanonicalText {
    private final StringBuilder text = new StringBuilder();
    private final IntConsumer reading;

    private CanonicalText(IntConsumer reading) {
        this.reading = reading;
    }

    /**
     * Returns the canonical text of a value.
     *
     * @param reading called with the length of each contained value and name before it is read
     */
    static String of(JsonNode value, IntConsumer reading) {
        CanonicalText canonical = new CanonicalText(reading);
        canonical.appendCanonical(value);
        return canonical.text.toString();
    }

    private void appendCanonical(JsonNode value) {
        if (value.isString()) {
            appendCanonical(value.asString());
            return;
        }
        reading.accept(1);
        if (value.isArray()) {
            text.append('[');
            value.forEach(this::appendCanonical);
            text.append(']');
        } else if (value.isObject()) {
            text.append('{');
            TreeMap<String, JsonNode> members = new TreeMap<>();
            value.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
            members.forEach((name, member) -> {
                appendCanonical(name);
                appendCanonical(member);
            });
            text.append('}');
        } else {
            // Numbers in these trees have no trailing zeros.
            text.append(value.isNumber() ? value.decimalValue() : value).append(',');
        }
    }

    /** Appends a string with its length as prefix, so that nothing needs to be escaped. */
    private void appendCanonical(String string) {
        reading.accept(string.length());
        text.append('"').append(string.length()).append(':').append(string);
    }
}
