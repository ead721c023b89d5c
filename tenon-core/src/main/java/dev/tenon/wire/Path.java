package dev.tenon.wire;

import dev.tenon.json.Quote;
import java.util.regex.Pattern;

/** Names a place in a message: {@code params.content[0].text}, or {@code params._meta["com.example/key"]}. */
final class Path {
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9_$\\[\\]]{1,60}");

    private Path() {}

    static String join(String path, String member) {
        return isPlain(member) ? path + "." + member : path + "[" + Quote.shortened(member) + "]";
    }

    private static boolean isPlain(String member) {
        return PLAIN.matcher(member).matches();
    }
}
