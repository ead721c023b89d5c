package dev.tenon.client.internal.link;

import dev.tenon.uri.HttpUrls;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Addresses that a server names. One is trusted only where it is of the server's own origin: a request holds what the user wants only
 * this server to see.
 */
final class Origin {
    private Origin() {}

    /** Returns the address that a server at {@code base} names, absolute or relative; null when it is another server's, or none. */
    static @Nullable URI sibling(URI base, String named) {
        try {
            URI uri = base.resolve(named);
            return !named.isEmpty() && HttpUrls.sameOrigin(uri, base) ? uri : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
