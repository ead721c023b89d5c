package dev.tenon.json;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The scalar members of a top-level object in text whose beginning is known to be valid, and the names of all its members:
 * what can still be said about a message that was refused half-way.
 */
record TopLevelScalars(Map<String, Json> scalars, Set<String> names) {
    static final TopLevelScalars NONE = new TopLevelScalars(Map.of(), Set.of());

    /** Members that end before offset {@code end}; text before {@code end} must be valid as far as it goes. */
    static TopLevelScalars before(int end, byte[] bytes) {
        int at = TrustedScan.skipSpace(bytes, 0, end);
        if (at >= end || bytes[at] != '{') {
            return NONE;
        }
        Map<String, Json> scalars = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        at = TrustedScan.skipSpace(bytes, at + 1, end);
        while (at < end && bytes[at] == '"') {
            at = member(bytes, at, end, scalars, names);
        }
        return new TopLevelScalars(scalars, names);
    }

    /** Notes the member that starts at {@code at} and returns where the next one starts, or {@code end}. */
    private static int member(byte[] bytes, int at, int end, Map<String, Json> scalars, Set<String> names) {
        int nameEnd = TrustedScan.skipValue(bytes, at, end);
        if (nameEnd >= end) {
            return end;
        }
        String name = TrustedScan.text(bytes, at, nameEnd);
        boolean first = names.add(name);
        int value = TrustedScan.skipSpace(bytes, nameEnd, end) + 1;
        value = TrustedScan.skipSpace(bytes, value, end);
        int valueEnd = value < end ? TrustedScan.skipValue(bytes, value, end) : end;
        if (!first) {
            scalars.remove(name);
        } else if (valueEnd < end && bytes[value] != '{' && bytes[value] != '[') {
            scalars.put(name, Json.trusted(bytes, value, valueEnd - value));
        }
        return valueEnd >= end
                ? end
                : TrustedScan.skipSpace(bytes, TrustedScan.skipSpace(bytes, valueEnd, end) + 1, end);
    }
}
