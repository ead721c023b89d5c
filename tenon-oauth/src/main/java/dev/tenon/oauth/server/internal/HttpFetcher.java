package dev.tenon.oauth.server.internal;

import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.oauth.internal.OAuthHttpClient;
import dev.tenon.oauth.internal.OAuthHttpRequest;
import dev.tenon.oauth.internal.OAuthHttpResponse;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks another server for something small: within a time, up to a size, and never elsewhere than where it was sent.
 *
 * @param tls what is trusted; null for what this Java trusts
 * @param timeout how long an answer may take, from the lookup to the last byte
 */
public record HttpFetcher(@Nullable SSLContext tls, Duration timeout) {
    /** The largest answer. */
    public static final int MAX_BYTES = 256 << 10;

    /** Reads an answer that is JSON. */
    public static final JsonReader JSON = new JsonReader(new JsonLimits(MAX_BYTES, 16, 64 << 10, 40, 256, 1000));

    private static final int OK = 200;

    /**
     * Checks an address that secrets or trust go to.
     *
     * @throws IllegalArgumentException when it is not https, nor http on this machine
     */
    public static URI requireSecure(URI uri) {
        if (!HttpUrls.isSecureOrLoopback(uri) || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("Want an https address (http on this machine only), not " + uri);
        }
        return uri;
    }

    public byte[] get(URI uri) throws IOException {
        return send(
                new OAuthHttpRequest("GET", uri, Map.of("Accept", "application/json, application/jwk-set+json"), ""));
    }

    /**
     * The body of an answer with status 200; everything else is an error. Redirects are not followed: they could lead
     * anywhere.
     */
    public byte[] send(OAuthHttpRequest call) throws IOException {
        OAuthHttpResponse answer;
        try {
            answer = new OAuthHttpClient(NetworkConnector.SYSTEM, tls).send(call, List.of(), timeout, MAX_BYTES);
        } catch (SocketTimeoutException e) {
            throw new IOException("did not answer within " + timeout.toMillis() + " ms", e);
        } catch (IOException e) {
            throw new IOException("could not be asked: " + e, e);
        }
        if (answer.status() != OK) {
            throw new IOException("answered with status " + answer.status());
        }
        return answer.body();
    }
}
