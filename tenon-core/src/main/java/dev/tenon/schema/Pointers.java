package dev.tenon.schema;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** JSON pointers (RFC 6901) into a schema's text. The root is the empty string. */
final class Pointers {
    private Pointers() {}

    static String child(String pointer, String token) {
        return pointer + "/" + token.replace("~", "~0").replace("/", "~1");
    }

    static String child(String pointer, int index) {
        return pointer + "/" + index;
    }

    /** The pointer that the fragment of a reference writes, percent signs undone; null when it cannot be undone. */
    static @Nullable String ofFragment(String fragment) {
        try {
            // URLDecoder is for forms: it would turn a plus sign into a space.
            return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The pointer as the fragment of a reference. */
    static String toFragment(String pointer) {
        StringBuilder fragment = new StringBuilder("#");
        for (byte b : pointer.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = CharSets.WORD.test(b) || b == '/' || b == '~' || b == '$' || b == '-' || b == '.';
            fragment.append(plain ? Character.toString(b) : String.format("%%%02X", b));
        }
        return fragment.toString();
    }

    /** For a message: with the sign of a fragment, and not too long. */
    static String shown(String pointer) {
        return "#" + (pointer.length() <= 200 ? pointer : pointer.substring(0, 200) + "...");
    }
}
