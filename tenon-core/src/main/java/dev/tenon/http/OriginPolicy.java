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
 * Which hosts and origins a server answers: the defence against DNS rebinding, by which a web page makes a browser talk
 * to a server on the user's machine (Streamable HTTP, section "Security"). A request that fails either check gets 403.
 *
 * <p>The machine itself is always allowed ({@link HttpUrls#isLoopback}), with any port.
 */
public final class OriginPolicy {
    /** Allows everything where it stands among the hosts or origins: for a server whose proxy checks. */
    public static final String ANY = "*";

    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");
    private static final Pattern ORIGIN = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://(.+)");

    private final Set<String> hosts;
    private final Set<String> origins;
    /** The host that was allowed last: nearly always it is the one that is asked for next. */
    private volatile String lastAllowedHost = "localhost";

    private OriginPolicy(Set<String> hosts, Set<String> origins) {
        this.hosts = hosts;
        this.origins = origins;
    }

    /** This machine only. */
    public static OriginPolicy loopbackOnly() {
        return of(Set.of(), Set.of());
    }

    /**
     * This machine and more.
     *
     * @param hosts names as in the {@code Host} header: with a port exactly that one, without a port any
     * @param origins origins as in the {@code Origin} header, beyond those of http and https that name an allowed host
     * @throws IllegalArgumentException when an entry is no host or no origin
     */
    public static OriginPolicy of(Collection<String> hosts, Collection<String> origins) {
        Set<String> allHosts = hosts.stream()
                .map(h ->
                        normalizeOrThrow(h, normalizeHost(h), "a host such as mcp.example.com or mcp.example.com:8443"))
                .collect(Collectors.toUnmodifiableSet());
        Set<String> allOrigins = origins.stream()
                .map(o -> normalizeOrThrow(o, normalizeOrigin(o), "an origin such as https://app.example.com"))
                .collect(Collectors.toUnmodifiableSet());
        return new OriginPolicy(allHosts, allOrigins);
    }

    private static String normalizeOrThrow(String entry, @Nullable String normal, String what) {
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
        if (host == null || host.equals(lastAllowedHost)) {
            return host != null;
        }
        String normal = normalizeHost(host);
        boolean allowed = normal != null && isAllowedHost(normal);
        if (allowed) {
            lastAllowedHost = host;
        }
        return allowed;
    }

    /**
     * Whether a request from that origin is answered. Without the header it is: only browsers send it. The opaque
     * origin {@code null} is not, unless {@link #ANY} is allowed.
     */
    public boolean allowsOrigin(@Nullable String origin) {
        if (origin == null || origins.contains(ANY)) {
            return true;
        }
        String normal = normalizeOrigin(origin);
        return normal != null && (origins.contains(normal) || isOriginOfAllowedHost(normal));
    }

    private boolean isOriginOfAllowedHost(String origin) {
        int end = origin.indexOf("://");
        int implied = HttpUrls.defaultPort(origin.substring(0, end));
        String host = origin.substring(end + "://".length());
        return implied > 0 && (isListedOrLoopback(host) || hosts.contains(host + ":" + implied));
    }

    private boolean isAllowedHost(String normal) {
        return hosts.contains(ANY) || isListedOrLoopback(normal);
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

    /** In lower case and without the port that the scheme implies; null for what is no origin. */
    private static @Nullable String normalizeOrigin(String origin) {
        Matcher matcher = ORIGIN.matcher(origin);
        String host = matcher.matches() ? normalizeHost(matcher.group(2)) : null;
        if (host == null) {
            return null;
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String implied = ":" + HttpUrls.defaultPort(scheme);
        boolean redundant = host.endsWith(implied);
        return scheme + "://" + (redundant ? host.substring(0, host.length() - implied.length()) : host);
    }
}
