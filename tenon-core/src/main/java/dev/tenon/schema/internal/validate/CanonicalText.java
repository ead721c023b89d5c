package dev.tenon.schema.internal.validate;

import java.util.TreeMap;
import java.util.function.IntConsumer;
import tools.jackson.databind.JsonNode;

/**
 * A value of {@link ValidatorTreeFactory} as text: two values have the same text exactly when they are equal as JSON
 * Schema has it. The spelling of numbers and the order of members do not count.
 */
final class CanonicalText {
    private final StringBuilder text = new StringBuilder();
    private final IntConsumer reading;

    private CanonicalText(IntConsumer reading) {
        this.reading = reading;
    }

    /** @param reading is told of each value within and of each name, by its length, before it is read */
    static String of(JsonNode value, IntConsumer reading) {
        CanonicalText canonical = new CanonicalText(reading);
        canonical.add(value);
        return canonical.text.toString();
    }

    private void add(JsonNode value) {
        if (value.isString()) {
            add(value.asString());
            return;
        }
        reading.accept(1);
        if (value.isArray()) {
            text.append('[');
            value.forEach(this::add);
            text.append(']');
        } else if (value.isObject()) {
            text.append('{');
            TreeMap<String, JsonNode> members = new TreeMap<>();
            value.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
            members.forEach((name, member) -> {
                add(name);
                add(member);
            });
            text.append('}');
        } else {
            // Numbers have no trailing zeros there.
            text.append(value.isNumber() ? value.decimalValue() : value).append(',');
        }
    }

    /** With its length in front, so that nothing needs to be escaped. */
    private void add(String string) {
        reading.accept(string.length());
        text.append('"').append(string.length()).append(':').append(string);
    }
}
