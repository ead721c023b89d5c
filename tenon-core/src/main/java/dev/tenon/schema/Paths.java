package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Places in a value, written the way programmers and models write them: {@code passengers[0].age}. */
final class Paths {
    private static final int LONGEST = 200;

    private Paths() {}

    static String show(List<Object> at) {
        StringBuilder path = new StringBuilder();
        for (Object step : at) {
            if (step instanceof Integer index) {
                path.append('[').append(index).append(']');
            } else if (isPlain(step.toString())) {
                path.append(path.isEmpty() ? "" : ".").append(step);
            } else {
                path.append('[')
                        .append(Quote.shortened(step.toString()).replace('"', '\''))
                        .append(']');
            }
        }
        return path.length() <= LONGEST ? path.toString() : path.substring(0, LONGEST) + "...";
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && name.length() <= 60
                && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '$');
    }

    /** The value at a place, or null when there is none. */
    static @Nullable Json find(Json value, List<Object> at, ElementCache elements) {
        Json found = value;
        for (Object step : at) {
            if (found == null) {
                return null;
            }
            found = step instanceof Integer index ? elements.of(found, index) : found.get(step.toString());
        }
        return found;
    }
}
