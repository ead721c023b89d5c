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
 * Resolves a path as the operating system does: name by name, along symbolic links, with {@code ..} leading to the
 * parent of the directory reached so far. Names that do not exist are kept.
 */
final class SymbolicLinkResolver {
    private static final int MAX_LINKS = 40;

    private final Deque<String> names = new ArrayDeque<>();
    private Path current = Path.of("/");
    private int links;

    private SymbolicLinkResolver() {}

    /**
     * Returns the resolved path; empty if more than 40 links were followed, or the path is invalid or cannot be read.
     */
    static Optional<Path> resolve(String absolute) {
        try {
            SymbolicLinkResolver resolver = new SymbolicLinkResolver();
            resolver.pushNames(absolute);
            return resolver.resolveNames();
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
                enterOrFollowLink(current.resolve(name));
            }
            if (links > MAX_LINKS) {
                return Optional.empty();
            }
        }
        return Optional.of(current);
    }

    private void enterOrFollowLink(Path next) throws IOException {
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
