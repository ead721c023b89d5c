package dev.tenon.guard.policy.argument;

import dev.tenon.guard.policy.internal.PathNormalizer;
import dev.tenon.guard.policy.internal.TextVariants;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Requires a path below one of several roots in every interpretation: with {@code ..} resolved lexically and along
 * symbolic links, with percent escapes decoded, with backslashes as slashes, as a {@code file:} URL with or without a
 * query. Rejects paths that begin with a blank. Relative paths are resolved against the first root.
 *
 * <p>Symbolic links are those that the guard sees: for a server on another machine it knows only the text. The check
 * cannot prevent a link that is created between check and use; a sandbox can.
 */
public final class PathRule implements ValueRule {
    private static final int MAX_LENGTH = 4096;
    /** A shell or a server expands the tilde to a home folder, and drops the blank. */
    private static final String HOME_AND_BLANK = "~ ";

    private final List<Path> roots;
    private final List<Path> realRoots;

    /**
     * Creates a rule for paths below any of these roots.
     *
     * @throws IllegalArgumentException if the list is empty, or a root is not absolute
     */
    public PathRule(List<Path> roots) {
        if (roots.isEmpty() || !roots.stream().allMatch(Path::isAbsolute)) {
            throw new IllegalArgumentException("Roots must be absolute paths, at least one, but are " + roots);
        }
        this.roots = roots.stream().map(Path::normalize).toList();
        this.realRoots = roots.stream()
                .map(root -> SymbolicLinkResolver.resolve(root.toString()).orElse(root.normalize()))
                .toList();
    }

    @Override
    public String name() {
        return "path";
    }

    @Override
    public Optional<String> findProblem(Json value) {
        String text = value.string();
        if (text == null) {
            return Optional.of("must be a path.");
        }
        boolean safe = text.length() <= MAX_LENGTH
                && !TextVariants.isOverEscaped(text)
                && TextVariants.of(text).stream().allMatch(this::isVariantBelowRoots);
        if (safe) {
            return Optional.empty();
        }
        String allowed = String.join(" or ", roots.stream().map(Path::toString).toList());
        return Optional.of("must be a path below " + allowed + ", but " + Excerpts.quote(text) + " was given.");
    }

    private boolean isVariantBelowRoots(String spelling) {
        if (spelling.isEmpty()
                || spelling.chars().anyMatch(c -> c < ' ')
                || HOME_AND_BLANK.indexOf(spelling.charAt(0)) >= 0) {
            return false;
        }
        String path = spelling;
        String parsed = spelling;
        if (path.toLowerCase(Locale.ROOT).startsWith("file:")) {
            path = path.substring("file:".length());
            path = path.startsWith("//localhost/") ? path.substring("//localhost".length()) : path;
            path = path.startsWith("///") ? path.substring(2) : path;
            if (!path.startsWith("/") || path.startsWith("//")) {
                return false;
            }
            parsed = path.replaceFirst("(?s)[?#].*", "").replaceAll("(?i)%2e", ".");
        }
        return Stream.of(path, parsed)
                .distinct()
                .allMatch(text -> resolvesBelowRoots(text) && resolvesBelowRoots(text.replace('\\', '/')));
    }

    private boolean resolvesBelowRoots(String path) {
        if (path.startsWith("//") || hasDriveLetter(path)) {
            return false;
        }
        String absolute = path.startsWith("/") ? path : roots.get(0) + "/" + path;
        Path lexical = Path.of(PathNormalizer.removeDotSegments(absolute, false));
        Optional<Path> real = SymbolicLinkResolver.resolve(absolute);
        return (startsWithAny(lexical, roots) || startsWithAny(lexical, realRoots))
                && real.isPresent()
                && startsWithAny(real.get(), realRoots);
    }

    private static boolean hasDriveLetter(String path) {
        return path.length() >= 2 && path.charAt(1) == ':' && Character.isLetter(path.charAt(0));
    }

    private static boolean startsWithAny(Path path, List<Path> roots) {
        return roots.stream().anyMatch(path::startsWith);
    }
}
