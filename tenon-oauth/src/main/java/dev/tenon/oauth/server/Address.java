package dev.tenon.oauth.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Addresses in the one form in which they are compared (RFC 3986, section 6.2), without query and fragment. */
final class Address {
    private Address() {}

    /** The address, or null when this is none. */
    static @Nullable String normal(String text) {
        try {
            URI uri = new URI(text);
            if (uri.getScheme() == null || uri.getHost() == null || uri.getRawUserInfo() != null) {
                return null;
            }
            String path = uri.getRawPath();
            return origin(uri) + (path == null || path.isEmpty() ? "/" : path);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** The scheme, the host, and the port where it is not the usual one. */
    static String origin(URI uri) {
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        int usual = scheme.equals("https") ? 443 : 80;
        String port = uri.getPort() < 0 || uri.getPort() == usual ? "" : ":" + uri.getPort();
        return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port;
    }
}
