package dev.tenon.wire;

import dev.tenon.json.Quote;

/** Names a place in a message: {@code params.content[0].text}, or {@code params._meta["com.example/key"]}. */
final class Path {
    private Path() {}

    static String join(String path, String member) {
        return isPlain(member) ? path + "." + member : path + "[" + Quote.shortened(member) + "]";
    }

    private static boolean isPlain(String member) {
        for (int i = 0; i < member.length(); i++) {
            char c = member.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || "_$[]".indexOf(c) >= 0;
            if (!plain) {
                return false;
            }
        }
        return !member.isEmpty() && member.length() <= 60;
    }
}
