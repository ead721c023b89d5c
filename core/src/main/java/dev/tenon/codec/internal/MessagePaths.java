package dev.tenon.codec.internal;

import dev.tenon.internal.text.Excerpts;
import java.util.regex.Pattern;

/** Formats the path of a member: {@code params.content[0].text} or {@code params._meta["com.example/key"]}. */
public final class MessagePaths {
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9_$\\[\\]]{1,60}");

    private MessagePaths() {}

    public static String append(String path, String member) {
        return isPlain(member) ? path + "." + member : path + "[" + Excerpts.quote(member) + "]";
    }

    private static boolean isPlain(String member) {
        return PLAIN.matcher(member).matches();
    }
}
