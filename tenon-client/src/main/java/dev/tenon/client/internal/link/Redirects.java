package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.json.Quote;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which redirects are followed: those that keep the method and the body, within the same scheme, host and port. A request
 * holds what the user wants only this server to see.
 */
final class Redirects {
    private static final Set<Integer> KNOWN = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> FOLLOWED = Set.of(307, 308);
    private static final int MOST = 3;

    private Redirects() {}

    static boolean isRedirect(HttpAnswer answer) {
        return KNOWN.contains(answer.status());
    }

    /**
     * Where to send the request then.
     *
     * @param followed how many were followed already
     * @throws ConnectionFailedException when this one is not followed
     */
    static URI target(HttpAnswer answer, int followed) {
        String location = answer.headers().firstValue("Location").orElse("");
        URI next = resolved(answer.uri(), location);
        if (!FOLLOWED.contains(answer.status())) {
            throw refused(answer, location, "only 307 and 308 let a request be sent again as it is");
        }
        if (next == null || !isSameOrigin(answer.uri(), next)) {
            throw refused(answer, location, "it leads to another server; give that address if it is to be trusted");
        }
        if (followed >= MOST) {
            throw refused(answer, location, "there were " + MOST + " before it");
        }
        return next;
    }

    private static @Nullable URI resolved(URI base, String location) {
        try {
            return location.isEmpty() ? null : base.resolve(location);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static ConnectionFailedException refused(HttpAnswer answer, String location, String why) {
        return new ConnectionFailedException("The server redirects (HTTP status " + answer.status() + ") to "
                + Quote.shortened(location) + ". That was not followed: " + why);
    }

    /** Whether both are at the same scheme, host and port. */
    static boolean isSameOrigin(URI one, URI other) {
        return origin(one).equals(origin(other));
    }

    private static String origin(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        int implied = scheme.equals("https") ? 443 : 80;
        return scheme + "://" + host + ":" + (uri.getPort() < 0 ? implied : uri.getPort());
    }
}
