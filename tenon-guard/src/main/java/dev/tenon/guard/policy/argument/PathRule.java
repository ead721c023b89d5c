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
 * A path that stays below a root, however it is read: with {@code ..} resolved in the text and along symbolic links,
 * with percent escapes decoded, with backslashes as slashes, as a {@code file:} URL with a query or without.
 * None begins with a blank. A relative path counts from the first root.
 *
 * <p>Links are those that the guard sees: for a server on another machine only the text is known. What is a link a
 * moment after this check, no check before the call can know; a sandbox does.
 */
public final class PathRule implements ValueRule {
    private static final int MAX_LENGTH = 4096;
    /** A shell or a server puts a home in place of the one, and drops the other. */
    private static final String HOME_AND_BLANK = "~ ";

    private final List<Path> roots;
    private final List<Path> realRoots;

    /** Paths below any of these roots, which are absolute. */
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
        return safe
                ? Optional.empty()
                : Optional.of(
                        "must be a path below " + describeRoots() + ", but " + Excerpts.quote(text) + " was given.");
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

    private String describeRoots() {
        return String.join(" or ", roots.stream().map(Path::toString).toList());
    }
}
