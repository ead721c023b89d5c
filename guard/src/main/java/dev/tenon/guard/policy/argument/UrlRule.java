package dev.tenon.guard.policy.argument;

import dev.tenon.guard.policy.Glob;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requires a URL whose scheme and host are allowed. Rejects everything that programs parse in different ways: user
 * information, backslashes, blanks, a host with non-ASCII characters. Compares hosts by name and does not resolve them,
 * so this rule alone does not keep a server from reaching this machine or its network.
 */
public final class UrlRule implements ValueRule {
    private static final List<String> SCHEMES = List.of("http", "https");

    private final List<Glob> hosts;

    /**
     * Creates a rule for http and https URLs of these hosts.
     *
     * @param hosts patterns such as {@code example.com}, {@code *.example.com} for every name below, or {@code
     *     example.com:8443} for that port only
     */
    public UrlRule(List<String> hosts) {
        this.hosts = hosts.stream()
                .map(host -> new Glob(host.toLowerCase(Locale.ROOT)))
                .toList();
    }

    @Override
    public String name() {
        return "url";
    }

    @Override
    public boolean isNonBlocking() {
        return true;
    }

    @Override
    public Optional<String> findProblem(Json value) {
        String text = value.string();
        return Optional.ofNullable(text == null ? "must be a URL." : describeProblem(text));
    }

    private @Nullable String describeProblem(String text) {
        String given = ", but " + Excerpts.quote(text) + " was given.";
        URI uri = parseStrict(text);
        if (uri == null || uri.getScheme() == null || uri.getRawAuthority() == null || uri.getHost() == null) {
            return "must be a plain absolute URL such as https://example.com/path" + given;
        }
        if (!SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
            return "must be a URL with one of the schemes " + SCHEMES + given;
        }
        if (uri.getRawUserInfo() != null) {
            return "must be a URL without a user name" + given;
        }
        String name = uri.getHost().toLowerCase(Locale.ROOT);
        String host = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        int port = uri.getPort() >= 0 ? uri.getPort() : HttpUrls.defaultPort(uri.getScheme());
        boolean allowed = hosts.stream().anyMatch(glob -> glob.matches(host) || glob.matches(host + ":" + port));
        return allowed ? null : "must be a URL of one of the hosts " + hosts + given;
    }

    private static @Nullable URI parseStrict(String text) {
        if (text.indexOf('\\') >= 0 || text.chars().anyMatch(c -> c <= ' ' || c == 0x7F)) {
            return null;
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
