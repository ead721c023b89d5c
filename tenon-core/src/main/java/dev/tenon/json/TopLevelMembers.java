package dev.tenon.json;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The members of a top-level object in text whose beginning is known to be valid: what can still be said about a
 * message that was refused.
 *
 * @param uniqueMembers those whose names occur once
 * @param allNames the names of all
 */
record TopLevelMembers(Map<String, Json> uniqueMembers, Set<String> allNames) {
    static final TopLevelMembers NONE = new TopLevelMembers(Map.of(), Set.of());

    /**
     * Members that end before offset {@code end}; text before {@code end} must be valid as far as it goes.
     *
     * @param containers whether objects and arrays count
     */
    static TopLevelMembers readBefore(int end, byte[] bytes, boolean containers) {
        int at = TrustedJsonScanner.skipSpace(bytes, 0, end);
        if (at >= end || bytes[at] != '{') {
            return NONE;
        }
        Map<String, Json> single = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        at = TrustedJsonScanner.skipSpace(bytes, at + 1, end);
        while (at < end && bytes[at] == '"') {
            at = readMember(bytes, at, end, single, names);
        }
        if (!containers) {
            single.values().removeIf(value -> value.isObject() || value.kind() == JsonKind.ARRAY);
        }
        return new TopLevelMembers(single, names);
    }

    /** Notes the member that starts at {@code at} and returns where the next one starts, or {@code end}. */
    private static int readMember(byte[] bytes, int at, int end, Map<String, Json> single, Set<String> names) {
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
            single.remove(name);
        } else if (valueEnd < end) {
            single.put(name, Json.ofValidated(bytes, value, valueEnd - value));
        }
        return valueEnd >= end
                ? end
                : TrustedJsonScanner.skipSpace(bytes, TrustedJsonScanner.skipSpace(bytes, valueEnd, end) + 1, end);
    }
}
