package dev.tenon.schema;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
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

    /** The value the pointer leads to, or null when there is none. */
    static @Nullable Json find(Json root, String pointer) {
        Json at = root;
        if (pointer.isEmpty()) {
            return at;
        }
        for (String token : pointer.substring(1).split("/", -1)) {
            at = at == null ? null : step(at, token.replace("~1", "/").replace("~0", "~"));
        }
        return at;
    }

    private static @Nullable Json step(Json at, String token) {
        if (at.kind() != JsonKind.ARRAY) {
            return at.get(token);
        }
        boolean index = token.length() <= 6 && token.matches("0|[1-9][0-9]*");
        return index && Integer.parseInt(token) < at.elements().size()
                ? at.elements().get(Integer.parseInt(token))
                : null;
    }

    /** For a message: with the sign of a fragment, and not too long. */
    static String shown(String pointer) {
        return "#" + (pointer.length() <= 200 ? pointer : pointer.substring(0, 200) + "...");
    }
}
