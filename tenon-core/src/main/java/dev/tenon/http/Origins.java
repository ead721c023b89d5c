package dev.tenon.http;

import dev.tenon.uri.HttpUrls;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts and origins a server answers: the defence against DNS rebinding, by which a web page makes a browser talk to
 * a server on the user's machine (Streamable HTTP, section "Security"). A request that fails either check gets 403.
 *
 * <p>The machine itself is always allowed ({@link HttpUrls#isLoopback}), with any port.
 */
public final class Origins {
    /** Allows everything where it stands among the hosts or origins: for a server whose proxy checks. */
    public static final String ANY = "*";

    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");
    private static final Pattern ORIGIN = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://(.+)");

    private final Set<String> hosts;
    private final Set<String> origins;
    /** The host that was allowed last: nearly always it is the one that is asked for next. */
    private volatile String known = "localhost";

    private Origins(Set<String> hosts, Set<String> origins) {
        this.hosts = hosts;
        this.origins = origins;
    }

    /** This machine only. */
    public static Origins local() {
        return allowing(Set.of(), Set.of());
    }

    /**
     * This machine and more.
     *
     * @param hosts names as in the {@code Host} header: with a port exactly that one, without a port any
     * @param origins origins as in the {@code Origin} header, beyond those of http and https that name an allowed host
     * @throws IllegalArgumentException when an entry is no host or no origin
     */
    public static Origins allowing(Collection<String> hosts, Collection<String> origins) {
        Set<String> allHosts = hosts.stream()
                .map(h -> required(h, normalHost(h), "a host such as mcp.example.com or mcp.example.com:8443"))
                .collect(Collectors.toUnmodifiableSet());
        Set<String> allOrigins = origins.stream()
                .map(o -> required(o, normalOrigin(o), "an origin such as https://app.example.com"))
                .collect(Collectors.toUnmodifiableSet());
        return new Origins(allHosts, allOrigins);
    }

    private static String required(String entry, @Nullable String normal, String what) {
        if (entry.equals(ANY)) {
            return ANY;
        }
        if (normal == null) {
            throw new IllegalArgumentException("Not " + what + ": " + entry);
        }
        return normal;
    }

    /** Whether a request to that host is answered. Without the header it is not. */
    public boolean allowsHost(@Nullable String host) {
        if (host == null || host.equals(known)) {
            return host != null;
        }
        String normal = normalHost(host);
        boolean allowed = normal != null && isAllowedHost(normal);
        if (allowed) {
            known = host;
        }
        return allowed;
    }

    /**
     * Whether a request from that origin is answered. Without the header it is: only browsers send it. The opaque origin
     * {@code null} is not, unless {@link #ANY} is allowed.
     */
    public boolean allowsOrigin(@Nullable String origin) {
        if (origin == null || origins.contains(ANY)) {
            return true;
        }
        String normal = normalOrigin(origin);
        return normal != null && (origins.contains(normal) || isWebPageOfAllowedHost(normal));
    }

    private boolean isWebPageOfAllowedHost(String origin) {
        int end = origin.indexOf("://");
        int implied = HttpUrls.defaultPort(origin.substring(0, end));
        String host = origin.substring(end + "://".length());
        return implied > 0 && (isNamed(host) || hosts.contains(host + ":" + implied));
    }

    private boolean isAllowedHost(String normal) {
        return hosts.contains(ANY) || isNamed(normal);
    }

    private boolean isNamed(String host) {
        String name = withoutPort(host);
        return hosts.contains(host) || hosts.contains(name) || HttpUrls.isLoopback(name);
    }

    private static String withoutPort(String host) {
        Matcher matcher = HOST.matcher(host);
        return matcher.matches() ? matcher.group(1) : host;
    }

    private static @Nullable String normalHost(String host) {
        return HOST.matcher(host).matches() ? host.toLowerCase(Locale.ROOT) : null;
    }

    /** In lower case and without the port that the scheme implies; null for what is no origin. */
    private static @Nullable String normalOrigin(String origin) {
        Matcher matcher = ORIGIN.matcher(origin);
        String host = matcher.matches() ? normalHost(matcher.group(2)) : null;
        if (host == null) {
            return null;
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String implied = ":" + HttpUrls.defaultPort(scheme);
        boolean redundant = host.endsWith(implied);
        return scheme + "://" + (redundant ? host.substring(0, host.length() - implied.length()) : host);
    }
}
