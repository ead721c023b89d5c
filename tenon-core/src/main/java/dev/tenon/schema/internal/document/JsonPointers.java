package dev.tenon.schema.internal.document;

import dev.tenon.schema.internal.regex.CharacterSets;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** JSON pointers (RFC 6901) into a schema's text. The root is the empty string. */
public final class JsonPointers {
    private JsonPointers() {}

    public static String append(String pointer, String token) {
        return pointer + "/" + token.replace("~", "~0").replace("/", "~1");
    }

    public static String append(String pointer, int index) {
        return pointer + "/" + index;
    }

    /** The pointer that the fragment of a reference writes, percent signs undone; null when it cannot be undone. */
    static @Nullable String decodeFragment(String fragment) {
        try {
            // URLDecoder is for forms: it would turn a plus sign into a space.
            return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The pointer as the fragment of a reference. */
    public static String encodeFragment(String pointer) {
        StringBuilder fragment = new StringBuilder("#");
        for (byte b : pointer.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = CharacterSets.WORD.test(b) || b == '/' || b == '~' || b == '$' || b == '-' || b == '.';
            fragment.append(plain ? Character.toString(b) : String.format("%%%02X", b));
        }
        return fragment.toString();
    }

    /** For a message: with the sign of a fragment, and not too long. */
    static String toMessageText(String pointer) {
        return "#" + (pointer.length() <= 200 ? pointer : pointer.substring(0, 200) + "...");
    }
}
