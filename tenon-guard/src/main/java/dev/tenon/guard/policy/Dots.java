package dev.tenon.guard.policy;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resolves {@code .} and {@code ..} in the text of an absolute path, without a look at the file system. */
final class Dots {
    private Dots() {}

    /** The path without them and without doubled slashes; it never leads above the root. */
    static String resolved(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return "/" + String.join("/", names);
    }
}
