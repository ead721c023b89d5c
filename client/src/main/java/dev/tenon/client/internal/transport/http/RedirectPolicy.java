package dev.tenon.client.internal.transport.http;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.uri.HttpUrls;
import java.net.URI;

/** Decides which redirects are followed: those that keep the method and the body, within the same origin. */
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
     * Returns the URI to which the request is redirected.
     *
     * @param followed how many redirects were followed already
     * @throws ConnectionFailedException when this one is not followed
     */
    static URI resolveTarget(HttpResponseHead response, int followed) {
        String header = response.headers().firstValue("Location");
        String location = header == null ? "" : header;
        int status = response.status();
        if (status != TEMPORARY && status != PERMANENT) {
            throw rejectionOf(status, location, "only 307 and 308 allow resending the same request");
        }
        URI next = HttpUrls.resolveSameOriginOrNull(response.uri(), location);
        if (next == null) {
            throw rejectionOf(
                    status, location, "it leads to another server; if you trust that server, configure its address");
        }
        if (followed >= MAX_REDIRECTS) {
            throw rejectionOf(status, location, "there were " + MAX_REDIRECTS + " redirects before it");
        }
        return next;
    }

    /** Returns the exception for a redirect that is not followed. */
    public static ConnectionFailedException rejectionOf(int status, String location, String why) {
        return new ConnectionFailedException("The server redirects (HTTP status " + status + ") to "
                + Excerpts.quote(location) + ". It was not followed: " + why);
    }
}
