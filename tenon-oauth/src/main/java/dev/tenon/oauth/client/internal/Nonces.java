package dev.tenon.oauth.client.internal;

import dev.tenon.concurrent.BoundedCache;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The newest nonce of each server, to go into the next proof for it (RFC 9449, sections 8 and 9). */
final class Nonces {
    private static final int LONGEST = 1024;

    /** This client speaks to one server and to the authorization servers that it leads to. */
    private final BoundedCache<String, String> newest =
            BoundedCache.<String, String>builder(16).build();

    @Nullable String of(URI uri) {
        return newest.get(HttpUrls.origin(uri));
    }

    void took(URI uri, @Nullable String nonce) {
        if (nonce != null && !nonce.isEmpty() && nonce.length() <= LONGEST) {
            newest.put(HttpUrls.origin(uri), nonce);
        }
    }
}
