package dev.tenon.oauth.internal;

import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.List;

/** Where the metadata of an authorization server are. */
public final class WellKnownUrls {
    private WellKnownUrls() {}

    /** The places to look at, in the order of the specification (authorization server discovery). */
    public static List<URI> issuerMetadataUrls(URI issuer) {
        URI oauth = wellKnownUrl(issuer, "oauth-authorization-server", true);
        URI openid = wellKnownUrl(issuer, "openid-configuration", true);
        String end = pathWithoutSlash(issuer);
        return end.isEmpty()
                ? List.of(oauth, openid)
                : List.of(
                        oauth, openid, URI.create(HttpUrls.origin(issuer) + end + "/.well-known/openid-configuration"));
    }

    /** The address of a well-known document: its name between host and path (RFC 8615, RFC 8414 section 3.1). */
    public static URI wellKnownUrl(URI of, String name, boolean withPath) {
        return URI.create(HttpUrls.origin(of) + "/.well-known/" + name + (withPath ? pathWithoutSlash(of) : ""));
    }

    private static String pathWithoutSlash(URI uri) {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
