package dev.tenon.client.internal.link;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Scheme, host and port of an address. What a server names as another address is trusted only where these are the same: a
 * request holds what the user wants only this server to see.
 */
record Origin(String scheme, String host, int port) {
    static Origin of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        int implied = scheme.equals("https") ? 443 : 80;
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        return new Origin(scheme, host, uri.getPort() < 0 ? implied : uri.getPort());
    }

    /** The address that a server at {@code base} names, absolute or relative; null when it is another server's, or none. */
    static @Nullable URI sibling(URI base, String named) {
        try {
            URI uri = base.resolve(named);
            return !named.isEmpty() && uri.getRawUserInfo() == null && of(uri).equals(of(base)) ? uri : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
