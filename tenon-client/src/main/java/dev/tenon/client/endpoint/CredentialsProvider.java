package dev.tenon.client.endpoint;

import dev.tenon.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives HTTP requests their credentials, and gets other ones when a server does not take them. Used by many threads.
 */
public interface CredentialsProvider {
    /**
     * The headers of one request, such as {@code Authorization}.
     *
     * @param method the HTTP method
     * @param uri where the request goes, which is always the origin of the target
     */
    Map<String, String> headers(String method, URI uri);

    /**
     * As {@link #headers}, where that takes no time at all: it is called on threads that must not wait. By default it
     * never is so.
     *
     * @return the headers, or null when they may have to be waited for, or cannot be had
     */
    default @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        return null;
    }

    /**
     * The server has refused a request. It may take long: a person may have to log in.
     *
     * @return whether to send the request again, with new {@link #headers}; a bound on tries is kept by the client
     */
    boolean renew(UnauthorizedResponse refusal);

    /**
     * The server has answered a request, whatever it said. Called before anything else is done with the answer; it does
     * not block.
     *
     * @param status the HTTP status
     * @param uri where the request went
     * @param headers all headers of the response, names in any case
     */
    default void onResponse(int status, URI uri, Map<String, List<String>> headers) {}

    /**
     * The extensions of the protocol that this way to get credentials is one of, declared to servers: settings by
     * identifier.
     */
    default Map<String, Json> extensions() {
        return Map.of();
    }

    /**
     * What a server said when it refused a request.
     *
     * @param status 401 or 403
     * @param uri where the request went
     * @param requestHeaders the headers that the request had, names in lower case; they hold secrets
     * @param challenges the values of {@code WWW-Authenticate}
     * @param headers all headers of the response, names in lower case
     */
    record UnauthorizedResponse(
            int status,
            URI uri,
            Map<String, List<String>> requestHeaders,
            List<String> challenges,
            Map<String, List<String>> headers) {
        /** Without what was sent. */
        @Override
        public String toString() {
            return "Refusal[" + status + "]";
        }
    }
}
