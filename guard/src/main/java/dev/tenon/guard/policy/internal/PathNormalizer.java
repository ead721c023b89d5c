package dev.tenon.guard.policy.internal;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resolves {@code .} and {@code ..} in an absolute path lexically, without access to the file system. */
public final class PathNormalizer {
    private PathNormalizer() {}

    /**
     * Returns the path without dot segments and doubled slashes; it never leads above the root.
     *
     * @param emptyIsName whether {@code ..} after a doubled slash removes the empty name between the slashes, as in URL
     *     parsers, or the name before it, as in file systems
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
