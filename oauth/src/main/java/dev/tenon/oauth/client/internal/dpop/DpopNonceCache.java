package dev.tenon.oauth.client.internal.dpop;

import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Caches the newest nonce of each server for the next proof (RFC 9449, sections 8 and 9). */
public final class DpopNonceCache {
    private static final int MAX_CHARS = 1024;

    /** A client uses one server and its authorization servers, so 16 entries suffice. */
    private final BoundedCache<String, String> newest = BoundedCache.ofSize(16);

    @Nullable public String get(URI uri) {
        return newest.get(HttpUrls.origin(uri));
    }

    public void update(URI uri, @Nullable String nonce) {
        if (nonce != null && !nonce.isEmpty() && nonce.length() <= MAX_CHARS) {
            newest.put(HttpUrls.origin(uri), nonce);
        }
    }
}
