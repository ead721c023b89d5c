package dev.tenon.client.endpoint;

import dev.tenon.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Provides credentials for HTTP requests, and new ones when a server rejects them. Implementations must be safe for use
 * by multiple threads.
 */
public interface CredentialsProvider {
    /**
     * Returns the credential headers of one request, such as {@code Authorization}. It may block.
     *
     * @param method the HTTP method
     * @param uri the URI of the request, always at the origin of the target
     */
    Map<String, String> headers(String method, URI uri);

    /**
     * Like {@link #headers}, without blocking: it is called on threads that must not block. The default implementation
     * returns null.
     *
     * @return the headers, or null if they are not available without blocking
     */
    default @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        return null;
    }

    /**
     * Obtains new credentials after the server has rejected a request. It may take long, for example while a person
     * logs in.
     *
     * @return whether the client should send the request again, with new {@link #headers}; the client limits the number
     *     of attempts
     */
    boolean renew(UnauthorizedResponse response);

    /**
     * Called with each response of the server before the client processes it. It must not block.
     *
     * @param status the HTTP status
     * @param uri the URI of the request
     * @param headers all headers of the response, with names in any case
     */
    default void onResponse(int status, URI uri, Map<String, List<String>> headers) {}

    /**
     * Returns the protocol extensions that this provider implements, which the client declares to servers: settings by
     * extension identifier.
     */
    default Map<String, Json> extensions() {
        return Map.of();
    }

    /**
     * A response with which a server rejected the credentials of a request.
     *
     * @param status 401 or 403
     * @param uri the URI of the request
     * @param requestHeaders the headers of the request, with names in lower case; they contain secrets
     * @param challenges the values of {@code WWW-Authenticate} (RFC 9110, section 11.6.1)
     * @param headers all headers of the response, with names in lower case
     */
    record UnauthorizedResponse(
            int status,
            URI uri,
            Map<String, List<String>> requestHeaders,
            List<String> challenges,
            Map<String, List<String>> headers) {
        /** Returns only the status because the headers may contain secrets. */
        @Override
        public String toString() {
            return "UnauthorizedResponse[" + status + "]";
        }
    }
}
