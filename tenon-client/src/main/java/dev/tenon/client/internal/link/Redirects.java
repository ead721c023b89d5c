package dev.tenon.client.internal.link;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.json.Quote;
import dev.tenon.uri.HttpUrls;
import java.net.URI;

/** Which redirects are followed: those that keep the method and the body, within the same origin. */
final class Redirects {
    private static final int TEMPORARY = 307;
    private static final int PERMANENT = 308;
    private static final int MOST = 3;

    private Redirects() {}

    static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, TEMPORARY, PERMANENT -> true;
            default -> false;
        };
    }

    /**
     * Where to send the request then.
     *
     * @param followed how many were followed already
     * @throws ConnectionFailedException when this one is not followed
     */
    static URI target(HttpAnswer answer, int followed) {
        String named = answer.headers().first("Location");
        String location = named == null ? "" : named;
        if (answer.status() != TEMPORARY && answer.status() != PERMANENT) {
            throw refused(answer.status(), location, "only 307 and 308 let a request be sent again as it is");
        }
        URI next = HttpUrls.sibling(answer.uri(), location);
        if (next == null) {
            throw refused(
                    answer.status(),
                    location,
                    "it leads to another server; if that is to be trusted, give its address");
        }
        if (followed >= MOST) {
            throw refused(answer.status(), location, "there were " + MOST + " before it");
        }
        return next;
    }

    /** The exception for a redirect that is not followed. */
    static ConnectionFailedException refused(int status, String location, String why) {
        return new ConnectionFailedException("The server redirects (HTTP status " + status + ") to "
                + Quote.shortened(location) + ". That was not followed: " + why);
    }
}
