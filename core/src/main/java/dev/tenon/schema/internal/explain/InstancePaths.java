package dev.tenon.schema.internal.explain;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.schema.internal.document.ArrayElementCache;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats places in a value as programmers and models write them: {@code passengers[0].age}. */
public final class InstancePaths {
    private static final int MAX_CHARS = 200;

    private InstancePaths() {}

    static String format(List<Object> at) {
        StringBuilder path = new StringBuilder();
        for (Object step : at) {
            if (step instanceof Integer index) {
                path.append('[').append(index).append(']');
            } else if (isPlainName(step.toString())) {
                path.append(path.isEmpty() ? "" : ".").append(step);
            } else {
                path.append('[')
                        .append(Excerpts.quote(step.toString()).replace('"', '\''))
                        .append(']');
            }
        }
        return Excerpts.truncate(path.toString(), MAX_CHARS);
    }

    private static boolean isPlainName(String name) {
        return !name.isEmpty()
                && name.length() <= 60
                && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '$');
    }

    /** Returns the value at a place, or null when the place does not exist. */
    public static @Nullable Json findValue(Json value, List<Object> at, ArrayElementCache elements) {
        Json found = value;
        for (Object step : at) {
            if (found == null) {
                return null;
            }
            found = step instanceof Integer index ? elements.get(found, index) : found.get(step.toString());
        }
        return found;
    }
}
