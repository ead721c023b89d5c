package dev.tenon.oauth.internal;

import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.List;

/** Where the metadata of an authorization server are. */
public final class IssuerMetadata {
    private IssuerMetadata() {}

    /** The places to look at, in the order of the specification (authorization server discovery). */
    public static List<URI> places(URI issuer) {
        String path = issuer.getRawPath() == null ? "" : issuer.getRawPath();
        String end = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String wellKnown = HttpUrls.origin(issuer) + "/.well-known/";
        URI oauth = URI.create(wellKnown + "oauth-authorization-server" + end);
        URI openid = URI.create(wellKnown + "openid-configuration" + end);
        return end.isEmpty()
                ? List.of(oauth, openid)
                : List.of(
                        oauth, openid, URI.create(HttpUrls.origin(issuer) + end + "/.well-known/openid-configuration"));
    }
}
