package dev.tenon.oauth.client.internal;

import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Normalizes and compares the resource identifiers of servers (RFC 8707, section 2; RFC 9728, section 3). */
public final class ResourceIdentifiers {
    private ResourceIdentifiers() {}

    /**
     * Returns the URL if it is http or https with a host.
     *
     * @throws IllegalArgumentException if it is not such a URL
     */
    public static URI requireHttp(URI server) {
        if (!HttpUrls.isHttp(server)) {
            throw new IllegalArgumentException("Not a valid URL of an OAuth-protected server: " + server.getScheme()
                    + "://" + server.getHost() + ". It must begin with http or https and have a host");
        }
        return server;
    }

    /** Returns the identifier for token requests: the normalized URL, without a path that is only a slash. */
    public static URI canonical(URI server) {
        URI normal = HttpUrls.normalize(server);
        boolean isRoot = normal.getRawPath().equals("/") && normal.getRawQuery() == null;
        return isRoot ? URI.create(HttpUrls.origin(normal)) : normal;
    }

    /**
     * Returns whether the resource in the metadata includes the server: same origin, and the same path or a parent of
     * it.
     */
    public static boolean covers(URI resource, URI server) {
        if (!HttpUrls.isHttp(resource) || resource.getRawFragment() != null) {
            return false;
        }
        URI serverId = canonical(server);
        URI resourceId = canonical(resource);
        if (resourceId.equals(serverId)) {
            return true;
        }
        String path = resourceId.getRawPath();
        String parentPath = path.endsWith("/") ? path : path + "/";
        return HttpUrls.isSameOrigin(resourceId, serverId)
                && resourceId.getRawQuery() == null
                && (serverId.getRawPath() + "/").startsWith(parentPath)
                && !List.of(path.split("/")).contains("..");
    }

    /** Parses the text; returns null if it is not a URI. */
    public static @Nullable URI parse(@Nullable String text) {
        try {
            return text == null ? null : new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
