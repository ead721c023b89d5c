package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A URL whose scheme and host are allowed. Whatever programs read in different ways is refused: a user name before the host,
 * backslashes, blanks, a host in other letters than ASCII. A host is compared by its name; no name is looked up, so a server that
 * must not reach this machine or its network needs more than this rule.
 */
public final class UrlValue implements ValueRule {
    private final List<Glob> hosts;
    private final Set<String> schemes;

    /**
     * URLs of those hosts: {@code example.com}, {@code *.example.com} for every name below, {@code example.com:8443} for that
     * port alone.
     *
     * @param schemes in lower case; empty for http and https
     */
    public UrlValue(List<String> hosts, Set<String> schemes) {
        this.hosts = hosts.stream()
                .map(host -> new Glob(host.toLowerCase(Locale.ROOT)))
                .toList();
        this.schemes = schemes.isEmpty() ? Set.of("http", "https") : Set.copyOf(schemes);
    }

    @Override
    public String word() {
        return "url";
    }

    @Override
    public boolean neverBlocks() {
        return true;
    }

    @Override
    public Optional<String> problem(Json value) {
        String text = value.string();
        String problem = text == null ? "must be a URL." : problemOf(text);
        return Optional.ofNullable(problem);
    }

    private @Nullable String problemOf(String text) {
        String given = ", but " + Quote.shortened(text) + " was given.";
        URI uri = plain(text);
        if (uri == null || uri.getScheme() == null || uri.getRawAuthority() == null || uri.getHost() == null) {
            return "must be a plain absolute URL such as https://example.com/path" + given;
        }
        if (!schemes.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
            return "must be a URL with one of the schemes " + new TreeSet<>(schemes) + given;
        }
        if (uri.getRawUserInfo() != null) {
            return "must be a URL without a user name" + given;
        }
        String host = host(uri.getHost());
        boolean allowed = hosts.stream().anyMatch(glob -> glob.matches(host) || glob.matches(host + ":" + port(uri)));
        return allowed ? null : "must be a URL of one of the hosts " + hosts + given;
    }

    private static @Nullable URI plain(String text) {
        if (text.indexOf('\\') >= 0 || text.chars().anyMatch(c -> c <= ' ' || c == 0x7F)) {
            return null;
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static String host(String host) {
        String plain = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return plain.toLowerCase(Locale.ROOT);
    }

    private static int port(URI uri) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }
}
