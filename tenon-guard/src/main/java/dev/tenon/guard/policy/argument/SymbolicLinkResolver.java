package dev.tenon.guard.policy.argument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Where a path leads, as the operating system would go: name by name, along symbolic links, with {@code ..} leading to
 * the directory above where it has come to. What does not exist is taken as it is written.
 */
final class SymbolicLinkResolver {
    private static final int MAX_LINKS = 40;

    private final Deque<String> names = new ArrayDeque<>();
    private Path current = Path.of("/");
    private int links;

    private SymbolicLinkResolver() {}

    /** The place; empty when links lead in circles, or it cannot be read as a path. */
    static Optional<Path> resolve(String absolute) {
        try {
            SymbolicLinkResolver way = new SymbolicLinkResolver();
            way.pushNames(absolute);
            return way.resolveNames();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private Optional<Path> resolveNames() throws IOException {
        while (!names.isEmpty()) {
            String name = names.pop();
            if (name.equals("..")) {
                current = current.getParent() == null ? current : current.getParent();
            } else {
                enter(current.resolve(name));
            }
            if (links > MAX_LINKS) {
                return Optional.empty();
            }
        }
        return Optional.of(current);
    }

    private void enter(Path next) throws IOException {
        if (!Files.isSymbolicLink(next)) {
            current = next;
            return;
        }
        links++;
        Path target = Files.readSymbolicLink(next);
        if (target.isAbsolute()) {
            current = Path.of("/");
        }
        pushNames(target.toString());
    }

    private void pushNames(String path) {
        List<String> parts = List.of(path.split("/"));
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (!parts.get(i).isEmpty() && !parts.get(i).equals(".")) {
                names.push(parts.get(i));
            }
        }
    }
}
