package dev.tenon.oauth.internal;

import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.List;

/** Where the metadata of an authorization server are. */
public final class IssuerMetadata {
    private IssuerMetadata() {}

    /** The places to look at, in the order of the specification (authorization server discovery). */
    public static List<URI> places(URI issuer) {
        URI oauth = wellKnown(issuer, "oauth-authorization-server", true);
        URI openid = wellKnown(issuer, "openid-configuration", true);
        String end = path(issuer);
        return end.isEmpty()
                ? List.of(oauth, openid)
                : List.of(
                        oauth, openid, URI.create(HttpUrls.origin(issuer) + end + "/.well-known/openid-configuration"));
    }

    /** The address of a well-known document: its name between host and path (RFC 8615, RFC 8414 section 3.1). */
    public static URI wellKnown(URI of, String name, boolean withPath) {
        return URI.create(HttpUrls.origin(of) + "/.well-known/" + name + (withPath ? path(of) : ""));
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
