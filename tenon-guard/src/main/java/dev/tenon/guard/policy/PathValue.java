package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A path that stays below a root, however it is read: with {@code ..} resolved in the text and along symbolic links, with
 * percent escapes decoded, with backslashes as slashes, as a {@code file:} URL with a query or without.
 * None begins with a blank. A relative path counts from the first root.
 *
 * <p>Links are those that the guard sees: for a server on another machine only the text is known. What is a link a moment
 * after this check, no check before the call can know; a sandbox does.
 */
public final class PathValue implements ValueRule {
    private static final int LONGEST = 4096;
    /** A shell or a server puts a home in place of the one, and drops the other. */
    private static final String LEADS_AWAY = "~ ";

    private final List<Path> roots;
    private final List<Path> realRoots;

    /** Paths below any of these roots, which are absolute. */
    public PathValue(List<Path> roots) {
        if (roots.isEmpty() || !roots.stream().allMatch(Path::isAbsolute)) {
            throw new IllegalArgumentException("Roots must be absolute paths, at least one, but are " + roots);
        }
        this.roots = roots.stream().map(Path::normalize).toList();
        this.realRoots = roots.stream()
                .map(root -> RealPath.of(root.toString()).orElse(root.normalize()))
                .toList();
    }

    @Override
    public String word() {
        return "path";
    }

    @Override
    public Optional<String> problem(Json value) {
        String text = value.string();
        if (text == null) {
            return Optional.of("must be a path.");
        }
        boolean safe = text.length() <= LONGEST
                && !Spellings.isTooDeep(text)
                && Spellings.of(text).stream().allMatch(this::isBelow);
        return safe
                ? Optional.empty()
                : Optional.of("must be a path below " + shown() + ", but " + Quote.shortened(text) + " was given.");
    }

    private boolean isBelow(String spelling) {
        if (spelling.isEmpty()
                || spelling.chars().anyMatch(c -> c < ' ')
                || LEADS_AWAY.indexOf(spelling.charAt(0)) >= 0) {
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
                .allMatch(text -> staysBelow(text) && staysBelow(text.replace('\\', '/')));
    }

    private boolean staysBelow(String path) {
        if (path.startsWith("//") || hasDrive(path)) {
            return false;
        }
        String absolute = path.startsWith("/") ? path : roots.get(0) + "/" + path;
        Path lexical = Path.of(Dots.resolved(absolute, false));
        Optional<Path> real = RealPath.of(absolute);
        return (below(lexical, roots) || below(lexical, realRoots)) && real.isPresent() && below(real.get(), realRoots);
    }

    private static boolean hasDrive(String path) {
        return path.length() >= 2 && path.charAt(1) == ':' && Character.isLetter(path.charAt(0));
    }

    private static boolean below(Path path, List<Path> roots) {
        return roots.stream().anyMatch(path::startsWith);
    }

    private String shown() {
        return String.join(" or ", roots.stream().map(Path::toString).toList());
    }
}
