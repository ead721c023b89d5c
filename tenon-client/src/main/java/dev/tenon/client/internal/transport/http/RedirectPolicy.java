package dev.tenon.client.internal.transport.http;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.uri.HttpUrls;
import java.net.URI;

/** Which redirects are followed: those that keep the method and the body, within the same origin. */
public final class RedirectPolicy {
    private static final int TEMPORARY = 307;
    private static final int PERMANENT = 308;
    private static final int MAX_REDIRECTS = 3;

    private RedirectPolicy() {}

    public static boolean isRedirect(int status) {
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
    static URI resolveTarget(HttpResponseHead answer, int followed) {
        String named = answer.headers().firstValue("Location");
        String location = named == null ? "" : named;
        if (answer.status() != TEMPORARY && answer.status() != PERMANENT) {
            throw rejectionOf(answer.status(), location, "only 307 and 308 let a request be sent again as it is");
        }
        URI next = HttpUrls.resolveSameOrigin(answer.uri(), location);
        if (next == null) {
            throw rejectionOf(
                    answer.status(),
                    location,
                    "it leads to another server; if that is to be trusted, give its address");
        }
        if (followed >= MAX_REDIRECTS) {
            throw rejectionOf(answer.status(), location, "there were " + MAX_REDIRECTS + " before it");
        }
        return next;
    }

    /** The exception for a redirect that is not followed. */
    public static ConnectionFailedException rejectionOf(int status, String location, String why) {
        return new ConnectionFailedException("The server redirects (HTTP status " + status + ") to "
                + Excerpts.quote(location) + ". That was not followed: " + why);
    }
}
