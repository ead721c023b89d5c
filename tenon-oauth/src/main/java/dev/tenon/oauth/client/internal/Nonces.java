package dev.tenon.oauth.client.internal;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The newest nonce of each server, to go into the next proof for it (RFC 9449, sections 8 and 9). */
final class Nonces {
    /** This client speaks to one server and to the authorization servers that it leads to. */
    private static final int MOST = 16;

    private static final int LONGEST = 1024;

    private final Map<String, String> newest = new ConcurrentHashMap<>();

    @Nullable String of(URI uri) {
        return newest.get(Resources.origin(uri));
    }

    void took(URI uri, @Nullable String nonce) {
        if (nonce == null || nonce.isEmpty() || nonce.length() > LONGEST) {
            return;
        }
        if (newest.size() >= MOST) {
            newest.clear();
        }
        newest.put(Resources.origin(uri), nonce);
    }
}
