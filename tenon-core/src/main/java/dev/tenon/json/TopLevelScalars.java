package dev.tenon.json;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The scalar members of a top-level object in text whose beginning is known to be valid: what can still be said about a
 * message that was refused half-way.
 */
final class TopLevelScalars {
    private TopLevelScalars() {}

    /** Members that end before offset {@code end}; text before {@code end} must be valid as far as it goes. */
    static Map<String, Json> before(int end, byte[] bytes) {
        int at = TrustedScan.skipSpace(bytes, 0, end);
        if (at >= end || bytes[at] != '{') {
            return Map.of();
        }
        Map<String, Json> scalars = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        at = TrustedScan.skipSpace(bytes, at + 1, end);
        while (at < end && bytes[at] == '"') {
            int nameEnd = TrustedScan.skipValue(bytes, at, end);
            if (nameEnd >= end) {
                break;
            }
            String name = TrustedScan.text(bytes, at, nameEnd);
            int value = TrustedScan.skipSpace(bytes, nameEnd, end) + 1;
            value = TrustedScan.skipSpace(bytes, value, end);
            int valueEnd = value < end ? TrustedScan.skipValue(bytes, value, end) : end;
            if (valueEnd >= end) {
                break;
            }
            if (!names.add(name)) {
                scalars.remove(name);
            } else if (bytes[value] != '{' && bytes[value] != '[') {
                scalars.put(name, Json.trusted(bytes, value, valueEnd - value));
            }
            int comma = TrustedScan.skipSpace(bytes, valueEnd, end);
            at = TrustedScan.skipSpace(bytes, comma + 1, end);
        }
        return scalars;
    }
}
