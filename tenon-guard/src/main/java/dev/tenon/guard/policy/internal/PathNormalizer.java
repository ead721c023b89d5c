package dev.tenon.guard.policy.internal;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resolves {@code .} and {@code ..} in the text of an absolute path, without a look at the file system. */
public final class PathNormalizer {
    private PathNormalizer() {}

    /**
     * The path without them and without doubled slashes; it never leads above the root.
     *
     * @param emptyIsName whether {@code ..} after a doubled slash takes away the empty name between the two, as in
     *     parsers of URLs, or the name before, as in file systems
     */
    public static String removeDotSegments(String path, boolean emptyIsName) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if ((emptyIsName || !name.isEmpty()) && !name.equals(".")) {
                names.addLast(name);
            }
        }
        names.removeIf(String::isEmpty);
        return "/" + String.join("/", names);
    }
}
