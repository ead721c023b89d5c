package dev.tenon.http;

import dev.tenon.uri.HttpUrls;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Defines the hosts and origins that a server accepts. It protects against DNS rebinding, by which a web page makes a
 * browser send requests to a server on the user's machine (Streamable HTTP, section "Security"). A request that fails
 * either check gets status 403.
 *
 * <p>Loopback hosts are always allowed ({@link HttpUrls#isLoopback}), with any port.
 */
public final class HostOriginPolicy {
    /** Allows all hosts or all origins when it is in the list: for a server behind a proxy that checks them. */
    public static final String ANY = "*";

    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");
    private static final Pattern ORIGIN = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://(.+)");

    private final Set<String> hosts;
    private final Set<String> origins;
    /** The last allowed host; the next request nearly always has the same one. */
    private volatile String lastAllowedHost = "localhost";

    private HostOriginPolicy(Set<String> hosts, Set<String> origins) {
        this.hosts = hosts;
        this.origins = origins;
    }

    /** Returns a policy that allows loopback hosts only. */
    public static HostOriginPolicy loopbackOnly() {
        return of(Set.of(), Set.of());
    }

    /**
     * Returns a policy that allows loopback hosts and the given hosts and origins.
     *
     * @param hosts names as in the {@code Host} header: with a port, only that port is allowed; without, any port
     * @param origins origins as in the {@code Origin} header, in addition to http and https origins of allowed hosts
     * @throws IllegalArgumentException when an entry is not a valid host or origin
     */
    public static HostOriginPolicy of(Collection<String> hosts, Collection<String> origins) {
        String expectedHost = "a host such as mcp.example.com or mcp.example.com:8443";
        return new HostOriginPolicy(
                normalizeAll(hosts, HostOriginPolicy::normalizeHost, expectedHost),
                normalizeAll(origins, HostOriginPolicy::normalizeOrigin, "an origin such as https://app.example.com"));
    }

    private static Set<String> normalizeAll(
            Collection<String> entries, Function<String, @Nullable String> normalizer, String expected) {
        Set<String> all = new HashSet<>();
        for (String entry : entries) {
            String normalized = entry.equals(ANY) ? ANY : normalizer.apply(entry);
            if (normalized == null) {
                throw new IllegalArgumentException("Not " + expected + ": " + entry);
            }
            all.add(normalized);
        }
        return Set.copyOf(all);
    }

    /** Returns whether a request to that host is allowed. A request without the header is not. */
    public boolean allowsHost(@Nullable String host) {
        if (host == null || host.equals(lastAllowedHost)) {
            return host != null;
        }
        String normalized = normalizeHost(host);
        boolean allowed = normalized != null && (hosts.contains(ANY) || isListedOrLoopback(normalized));
        if (allowed) {
            lastAllowedHost = host;
        }
        return allowed;
    }

    /**
     * Returns whether a request from that origin is allowed. A request without the header is: only browsers send it.
     * The opaque origin {@code null} is not, unless {@link #ANY} is allowed.
     */
    public boolean allowsOrigin(@Nullable String origin) {
        if (origin == null || origins.contains(ANY)) {
            return true;
        }
        String normalized = normalizeOrigin(origin);
        return normalized != null && (origins.contains(normalized) || isOriginOfAllowedHost(normalized));
    }

    private boolean isOriginOfAllowedHost(String origin) {
        int end = origin.indexOf("://");
        int defaultPort = HttpUrls.defaultPort(origin.substring(0, end));
        String host = origin.substring(end + "://".length());
        return defaultPort > 0 && (isListedOrLoopback(host) || hosts.contains(host + ":" + defaultPort));
    }

    private boolean isListedOrLoopback(String host) {
        String name = removePort(host);
        return hosts.contains(host) || hosts.contains(name) || HttpUrls.isLoopback(name);
    }

    private static String removePort(String host) {
        Matcher matcher = HOST.matcher(host);
        return matcher.matches() ? matcher.group(1) : host;
    }

    private static @Nullable String normalizeHost(String host) {
        return HOST.matcher(host).matches() ? host.toLowerCase(Locale.ROOT) : null;
    }

    /** Returns the origin in lower case and without a default port; null when it is invalid. */
    private static @Nullable String normalizeOrigin(String origin) {
        Matcher matcher = ORIGIN.matcher(origin);
        String host = matcher.matches() ? normalizeHost(matcher.group(2)) : null;
        if (host == null) {
            return null;
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String defaultPort = ":" + HttpUrls.defaultPort(scheme);
        boolean redundant = host.endsWith(defaultPort);
        return scheme + "://" + (redundant ? host.substring(0, host.length() - defaultPort.length()) : host);
    }
}
