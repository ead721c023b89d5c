package dev.tenon.schema.internal.document;

import dev.tenon.schema.SchemaException;
import dev.tenon.schema.internal.regex.CharacterSets;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Builds and converts JSON pointers (RFC 6901) into a schema. The root is the empty string. */
public final class JsonPointers {
    private JsonPointers() {}

    public static String append(String pointer, String token) {
        return pointer + "/" + token.replace("~", "~0").replace("/", "~1");
    }

    public static String append(String pointer, int index) {
        return pointer + "/" + index;
    }

    /**
     * Decodes the percent-encoded fragment of a reference into a pointer; returns null when the encoding is invalid.
     */
    static @Nullable String decodeFragment(String fragment) {
        try {
            // URLDecoder decodes forms: it would turn a plus sign into a space.
            return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Encodes the pointer as the fragment of a reference. */
    public static String encodeFragment(String pointer) {
        StringBuilder fragment = new StringBuilder("#");
        for (byte b : pointer.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = CharacterSets.WORD.test(b) || b == '/' || b == '~' || b == '$' || b == '-' || b == '.';
            fragment.append(plain ? Character.toString(b) : String.format("%%%02X", b));
        }
        return fragment.toString();
    }

    /** Returns the exception for a problem at the pointer. */
    static SchemaException invalidAt(String pointer, String problem) {
        return new SchemaException(toMessageText(pointer), problem);
    }

    /** Returns the pointer for a message: as a fragment, and truncated to 200 characters. */
    static String toMessageText(String pointer) {
        return "#" + (pointer.length() <= 200 ? pointer : pointer.substring(0, 200) + "...");
    }
}
