package dev.tenon.guard.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Where a path leads, as the operating system would go: name by name, along symbolic links, with {@code ..} leading to the
 * directory above where it has come to. What does not exist is taken as it is written.
 */
final class RealPath {
    private static final int MOST_LINKS = 40;

    private final Deque<String> names = new ArrayDeque<>();
    private Path at = Path.of("/");
    private int links;

    private RealPath() {}

    /** The place; empty when links lead in circles, or it cannot be read as a path. */
    static Optional<Path> of(String absolute) {
        try {
            RealPath way = new RealPath();
            way.push(absolute);
            return way.walk();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private Optional<Path> walk() throws IOException {
        while (!names.isEmpty()) {
            String name = names.pop();
            if (name.equals("..")) {
                at = at.getParent() == null ? at : at.getParent();
            } else {
                step(at.resolve(name));
            }
            if (links > MOST_LINKS) {
                return Optional.empty();
            }
        }
        return Optional.of(at);
    }

    private void step(Path next) throws IOException {
        if (!Files.isSymbolicLink(next)) {
            at = next;
            return;
        }
        links++;
        Path target = Files.readSymbolicLink(next);
        if (target.isAbsolute()) {
            at = Path.of("/");
        }
        push(target.toString());
    }

    private void push(String path) {
        List<String> parts = List.of(path.split("/"));
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (!parts.get(i).isEmpty() && !parts.get(i).equals(".")) {
                names.push(parts.get(i));
            }
        }
    }
}
