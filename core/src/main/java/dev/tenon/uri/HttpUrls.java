package dev.tenon.uri;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Normalizes and compares URLs of HTTP servers (RFC 3986, section 6.2), and defines "loopback" for all of Tenon. The
 * schemes {@code ws} and {@code wss} count as {@code http} and {@code https}: they name the same server (RFC 6455,
 * section 3).
 */
public final class HttpUrls {
    private static final Pattern LOOPBACK_4 = Pattern.compile("127(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}");

    private HttpUrls() {}

    /**
     * Parses an absolute URL of an HTTP server.
     *
     * @return null when the text is not a URI, has another scheme or no host, or contains user information
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
        return defaultPort(toHttpScheme(url)) > 0 && url.getHost() != null && url.getRawUserInfo() == null;
    }

    /**
     * Returns the form in which two URLs of the same resource are equal: scheme and host in lower case, no default
     * port, "/" for an empty path, no fragment. Path and query are unchanged.
     *
     * @param url a URL for which {@link #isHttp} is true
     */
    public static URI normalize(URI url) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return URI.create(origin(url) + path + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()));
    }

    /** Returns scheme, host and, unless it is the default, port, such as {@code https://example.com:8443}. */
    public static String origin(URI url) {
        String scheme = toHttpScheme(url);
        boolean implied = url.getPort() < 0 || url.getPort() == defaultPort(scheme);
        return scheme + "://" + String.valueOf(url.getHost()).toLowerCase(Locale.ROOT)
                + (implied ? "" : ":" + url.getPort());
    }

    /** Returns whether two URLs name the same server by scheme, host and port. */
    public static boolean isSameOrigin(URI first, URI second) {
        return isHttp(first) && isHttp(second) && origin(first).equals(origin(second));
    }

    /**
     * Resolves a URL, absolute or relative, that a server at {@code base} sent; returns null when it is invalid or
     * belongs to another origin.
     */
    public static @Nullable URI resolveSameOriginOrNull(URI base, String reference) {
        try {
            URI url = base.resolve(reference);
            return !reference.isEmpty() && isSameOrigin(url, base) ? url : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Returns whether a secret may be sent to this URL: its scheme is https or wss, or its host is a loopback host.
     *
     * @see #isLoopback(String)
     */
    public static boolean isSecureOrLoopback(URI url) {
        return isHttp(url) && (toHttpScheme(url).equals("https") || isLoopback(url.getHost()));
    }

    /**
     * Returns whether a host is this machine, by its name alone: {@code localhost}, an IPv4 address that begins with
     * 127, or the IPv6 address {@code [::1]} in any notation. Other names are not, including {@code app.localhost},
     * since their addresses depend on the resolver and the network.
     *
     * @param host as in a URL, with an IPv6 address in brackets and without a port
     */
    public static boolean isLoopback(String host) {
        if (host.startsWith("[")) {
            try {
                // A literal in brackets is never resolved by DNS.
                return InetAddress.getByName(host).isLoopbackAddress();
            } catch (UnknownHostException e) {
                return false;
            }
        }
        return host.equalsIgnoreCase("localhost") || LOOPBACK_4.matcher(host).matches();
    }

    /** Returns a host as written in a URL and in a {@code Host} header: with brackets around an IPv6 address. */
    public static String formatHost(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** Returns the default port of a scheme, or -1 for a scheme other than http, https, ws and wss. */
    public static int defaultPort(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "http", "ws" -> 80;
            case "https", "wss" -> 443;
            default -> -1;
        };
    }

    private static String toHttpScheme(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "ws" -> "http";
            case "wss" -> "https";
            default -> scheme;
        };
    }
}
