package dev.tenon.oauth.client.internal;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Addresses of servers as they are compared and named in OAuth (RFC 8707, section 2; RFC 9728, section 3). */
public final class Resources {
    private static final Map<String, String> AS_HTTP =
            Map.of("http", "http", "https", "https", "ws", "http", "wss", "https");

    private Resources() {}

    /**
     * The same address, if it is one of a server.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static URI checked(URI server) {
        String scheme = server.getScheme() == null ? "" : server.getScheme().toLowerCase(Locale.ROOT);
        if (!AS_HTTP.containsKey(scheme) || server.getHost() == null || server.getRawUserInfo() != null) {
            throw new IllegalArgumentException("Not an address of a server that OAuth protects: " + server.getScheme()
                    + "://" + server.getHost() + ". It begins with http or https and names a host");
        }
        return server;
    }

    /** The canonical form: small letters in scheme and host, no port that goes without saying, no fragment, no lonely slash. */
    static URI canonical(URI server) {
        String path = server.getRawPath() == null || server.getRawPath().equals("/") ? "" : server.getRawPath();
        String query = server.getRawQuery() == null ? "" : "?" + server.getRawQuery();
        return URI.create(origin(server) + path + query);
    }

    /** Scheme, host and port, such as {@code https://example.com:8443}. */
    static String origin(URI uri) {
        String scheme = AS_HTTP.getOrDefault(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT), "");
        int implied = scheme.equals("https") ? 443 : 80;
        String port = uri.getPort() < 0 || uri.getPort() == implied ? "" : ":" + uri.getPort();
        return scheme + "://" + String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT) + port;
    }

    /**
     * Whether a resource that metadata names is that server, or one that it is a part of: the same origin, and the server's
     * path or a beginning of it.
     */
    static boolean covers(URI resource, URI server) {
        if (!resource.isAbsolute() || resource.getHost() == null || resource.getRawFragment() != null) {
            return false;
        }
        URI mine = canonical(server);
        URI named = canonical(resource);
        if (named.equals(mine)) {
            return true;
        }
        String path = named.getRawPath();
        String below = path.endsWith("/") ? path : path + "/";
        return origin(named).equals(origin(mine))
                && named.getRawQuery() == null
                && (mine.getRawPath() + "/").startsWith(below)
                && !List.of(path.split("/")).contains("..");
    }

    /** The address of a well-known document: its name between host and path (RFC 8615, RFC 8414 section 3.1). */
    static URI wellKnown(URI of, String name, boolean withPath) {
        String path = of.getRawPath() == null || !withPath ? "" : of.getRawPath();
        String end = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return URI.create(origin(of) + "/.well-known/" + name + end);
    }

    /** The URI of that text, or null when it is none. */
    static @org.jspecify.annotations.Nullable URI parse(@org.jspecify.annotations.Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
