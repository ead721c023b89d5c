package dev.tenon.oauth.client.internal;

import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** Addresses of servers as they are compared and named in OAuth (RFC 8707, section 2; RFC 9728, section 3). */
public final class ResourceIdentifiers {
    private ResourceIdentifiers() {}

    /**
     * The same address, if it is one of a server.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static URI requireHttp(URI server) {
        if (!HttpUrls.isHttp(server)) {
            throw new IllegalArgumentException("Not an address of a server that OAuth protects: " + server.getScheme()
                    + "://" + server.getHost() + ". It begins with http or https and names a host");
        }
        return server;
    }

    /**
     * Returns the identifier under which tokens are asked for: the normal form, without a path that is only a slash.
     */
    public static URI canonical(URI server) {
        URI normal = HttpUrls.normalize(server);
        boolean isRoot = normal.getRawPath().equals("/") && normal.getRawQuery() == null;
        return isRoot ? URI.create(HttpUrls.origin(normal)) : normal;
    }

    /**
     * Whether a resource that metadata names is that server, or one that it is a part of: the same origin, and the
     * server's path or a beginning of it.
     */
    public static boolean covers(URI resource, URI server) {
        if (!HttpUrls.isHttp(resource) || resource.getRawFragment() != null) {
            return false;
        }
        URI mine = canonical(server);
        URI named = canonical(resource);
        if (named.equals(mine)) {
            return true;
        }
        String path = named.getRawPath();
        String below = path.endsWith("/") ? path : path + "/";
        return HttpUrls.isSameOrigin(named, mine)
                && named.getRawQuery() == null
                && (mine.getRawPath() + "/").startsWith(below)
                && !List.of(path.split("/")).contains("..");
    }

    /** The URI of that text, or null when it is none. */
    static @org.jspecify.annotations.Nullable public URI parse(@org.jspecify.annotations.Nullable String text) {
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
