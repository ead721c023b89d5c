package dev.tenon.json;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The members of a top-level object in text whose beginning is known to be valid. They identify a message that was
 * rejected.
 *
 * @param uniqueMembers the members whose names occur once
 * @param allNames the names of all members
 */
record TopLevelMembers(Map<String, Json> uniqueMembers, Set<String> allNames) {
    static final TopLevelMembers NONE = new TopLevelMembers(Map.of(), Set.of());

    /**
     * Returns the members that end before offset {@code end}; the text before {@code end} must be valid JSON, possibly
     * truncated.
     *
     * @param containers whether to include objects and arrays
     */
    static TopLevelMembers readBefore(int end, byte[] bytes, boolean containers) {
        int at = TrustedJsonScanner.skipSpace(bytes, 0, end);
        if (at >= end || bytes[at] != '{') {
            return NONE;
        }
        Map<String, Json> unique = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        at = TrustedJsonScanner.skipSpace(bytes, at + 1, end);
        while (at < end && bytes[at] == '"') {
            at = readMember(bytes, at, end, unique, names);
        }
        if (!containers) {
            unique.values().removeIf(value -> value.isObject() || value.kind() == JsonKind.ARRAY);
        }
        return new TopLevelMembers(unique, names);
    }

    /** Adds the member that starts at {@code at} and returns the start of the next one, or {@code end}. */
    private static int readMember(byte[] bytes, int at, int end, Map<String, Json> unique, Set<String> names) {
        int nameEnd = TrustedJsonScanner.skipValue(bytes, at, end);
        if (nameEnd >= end) {
            return end;
        }
        String name = TrustedJsonScanner.readString(bytes, at, nameEnd);
        boolean first = names.add(name);
        int value = TrustedJsonScanner.skipSpace(bytes, nameEnd, end) + 1;
        value = TrustedJsonScanner.skipSpace(bytes, value, end);
        int valueEnd = value < end ? TrustedJsonScanner.skipValue(bytes, value, end) : end;
        if (!first) {
            unique.remove(name);
        } else if (valueEnd < end) {
            unique.put(name, new Json(bytes, value, valueEnd - value));
        }
        return valueEnd >= end
                ? end
                : TrustedJsonScanner.skipSpace(bytes, TrustedJsonScanner.skipSpace(bytes, valueEnd, end) + 1, end);
    }
}
