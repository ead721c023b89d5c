package dev.tenon.oauth.server.internal;

import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.oauth.internal.OAuthHttpClient;
import dev.tenon.oauth.internal.OAuthHttpRequest;
import dev.tenon.oauth.internal.OAuthHttpResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Fetches small documents from a server, with limits for time and size, and without following redirects.
 *
 * @param tls the TLS trust; null for the trust store of the JVM
 * @param timeout the time limit, from name resolution to the last byte
 */
public record HttpFetcher(@Nullable SSLContext tls, Duration timeout) {
    /** The maximum size of a response body. */
    public static final int MAX_BYTES = 256 << 10;

    /** Reads JSON responses. */
    public static final JsonReader JSON = new JsonReader(new JsonLimits(MAX_BYTES, 16, 64 << 10, 40, 256, 1000));

    /**
     * Returns the URL if it is secure enough for secrets and keys.
     *
     * @throws IllegalArgumentException if it is neither https (or wss) nor on this machine, or has a fragment
     */
    public static URI requireSecure(URI uri) {
        return OAuthHttpClient.requireSecure(uri, "The URL");
    }

    public byte[] get(URI uri) throws IOException {
        return fetchBody(
                new OAuthHttpRequest("GET", uri, Map.of("Accept", "application/json, application/jwk-set+json"), ""));
    }

    /**
     * Sends a request and returns the body of a response with status 200; any other status is an error. Does not follow
     * redirects, because they could lead to any server.
     */
    public byte[] fetchBody(OAuthHttpRequest request) throws IOException {
        OAuthHttpResponse response;
        try {
            response = new OAuthHttpClient(NetworkConnector.SYSTEM, tls).send(request, List.of(), timeout, MAX_BYTES);
        } catch (SocketTimeoutException e) {
            throw new IOException("did not respond within " + timeout.toMillis() + " ms", e);
        } catch (IOException e) {
            throw new IOException("could not be reached: " + e, e);
        }
        if (response.status() != 200) {
            throw new IOException("responded with status " + response.status());
        }
        return response.body();
    }
}
