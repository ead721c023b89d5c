package dev.tenon.uri;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * URLs of HTTP servers in the one form in which Tenon compares them (RFC 3986, section 6.2), and the one meaning of
 * "loopback". The schemes {@code ws} and {@code wss} count as {@code http} and {@code https}: they name the same server
 * (RFC 6455, section 3).
 */
public final class HttpUrls {
    private static final Pattern LOOPBACK_4 = Pattern.compile("127(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}");

    private HttpUrls() {}

    /**
     * Parses an absolute URL of an HTTP server.
     *
     * @return null when the text is no URI, has another scheme or no host, or holds user information
     */
    public static @Nullable URI parse(@Nullable String text) {
        try {
            URI url = text == null ? null : new URI(text);
            return url != null && isHttp(url) ? url : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Returns whether this is the absolute URL of an HTTP server, with a host and without user information. */
    public static boolean isHttp(URI url) {
        return defaultPort(normalizedScheme(url)) > 0 && url.getHost() != null && url.getRawUserInfo() == null;
    }

    /**
     * Returns the form in which two URLs of the same resource are equal: scheme and host in lower case, no default
     * port, "/" for an empty path, no fragment. Path and query stay as they are written.
     *
     * @param url one that {@linkplain #isHttp is of an HTTP server}
     */
    public static URI normalize(URI url) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return URI.create(origin(url) + path + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()));
    }

    /** Returns scheme, host and, where it is not the default one, port, such as {@code https://example.com:8443}. */
    public static String origin(URI url) {
        String scheme = normalizedScheme(url);
        boolean implied = url.getPort() < 0 || url.getPort() == defaultPort(scheme);
        return scheme + "://" + String.valueOf(url.getHost()).toLowerCase(Locale.ROOT)
                + (implied ? "" : ":" + url.getPort());
    }

    /** Returns whether two URLs name the same server by scheme, host and port. */
    public static boolean isSameOrigin(URI one, URI other) {
        return isHttp(one) && isHttp(other) && origin(one).equals(origin(other));
    }

    /**
     * Returns the URL that a server at {@code base} names, absolute or relative; null when it is another server's, or
     * invalid.
     */
    public static @Nullable URI resolveSameOrigin(URI base, String named) {
        try {
            URI url = base.resolve(named);
            return !named.isEmpty() && isSameOrigin(url, base) ? url : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Returns whether a secret may be sent to this URL: it is https or wss, or it does not leave this machine.
     *
     * @see #isLoopback(String)
     */
    public static boolean isSecureOrLoopback(URI url) {
        return isHttp(url) && (normalizedScheme(url).equals("https") || isLoopback(url.getHost()));
    }

    /**
     * Returns whether a host is this machine, by its name alone: {@code localhost}, an IPv4 address that begins with
     * 127, or the IPv6 address {@code [::1]} in any spelling. Other names are not, {@code app.localhost} neither: what
     * Java's resolver makes of them depends on the network.
     *
     * @param host as in a URL, with an IPv6 address in brackets and without a port
     */
    public static boolean isLoopback(String host) {
        if (host.startsWith("[")) {
            try {
                // A literal in brackets is never looked up.
                return InetAddress.getByName(host).isLoopbackAddress();
            } catch (UnknownHostException e) {
                return false;
            }
        }
        return host.equalsIgnoreCase("localhost") || LOOPBACK_4.matcher(host).matches();
    }

    /** Returns a host as it stands in a URL and in a {@code Host} header: an IPv6 address in brackets. */
    public static String formatHost(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** Returns the port that a scheme implies, or -1 for one that is not of HTTP. */
    public static int defaultPort(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "http", "ws" -> 80;
            case "https", "wss" -> 443;
            default -> -1;
        };
    }

    private static String normalizedScheme(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "ws" -> "http";
            case "wss" -> "https";
            default -> scheme;
        };
    }
}
