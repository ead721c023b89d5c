package dev.tenon.oauth.internal;

import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.List;

/** Creates the well-known URLs of metadata. */
public final class WellKnownUrls {
    private WellKnownUrls() {}

    /**
     * Returns the URLs of the metadata of an issuer, in the order of the specification (MCP authorization server
     * discovery).
     */
    public static List<URI> issuerMetadataUrls(URI issuer) {
        URI oauth = wellKnownUrl(issuer, "oauth-authorization-server", true);
        URI openid = wellKnownUrl(issuer, "openid-configuration", true);
        String path = pathWithoutSlash(issuer);
        URI appended = URI.create(HttpUrls.origin(issuer) + path + "/.well-known/openid-configuration");
        return path.isEmpty() ? List.of(oauth, openid) : List.of(oauth, openid, appended);
    }

    /**
     * Returns the URL of a well-known document, whose name is inserted between host and path (RFC 8615, RFC 8414
     * section 3.1).
     */
    public static URI wellKnownUrl(URI base, String name, boolean withPath) {
        return URI.create(HttpUrls.origin(base) + "/.well-known/" + name + (withPath ? pathWithoutSlash(base) : ""));
    }

    private static String pathWithoutSlash(URI uri) {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
