package dev.tenon.oauth.server;

import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.oauth.internal.HttpCall;
import dev.tenon.oauth.internal.HttpConnection;
import dev.tenon.oauth.internal.Network;
import dev.tenon.oauth.internal.WebAnswer;
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
 * @param time how long an answer may take, from the lookup to the last byte
 */
record Fetch(@Nullable SSLContext tls, Duration time) {
    /** The largest answer. */
    static final int MOST_BYTES = 256 << 10;

    /** Reads an answer that is JSON. */
    static final JsonReader JSON = new JsonReader(new JsonLimits(MOST_BYTES, 16, 64 << 10, 40, 256, 1000));

    private static final int OK = 200;

    /**
     * Checks an address that secrets or trust go to.
     *
     * @throws IllegalArgumentException when it is not https, nor http on this machine
     */
    static URI checked(URI uri) {
        if (!HttpUrls.isSecureOrLoopback(uri) || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("Want an https address (http on this machine only), not " + uri);
        }
        return uri;
    }

    byte[] get(URI uri) throws IOException {
        return send(new HttpCall("GET", uri, Map.of("Accept", "application/json, application/jwk-set+json"), ""));
    }

    /** The body of an answer with status 200; everything else is an error. Redirects are not followed: they could lead anywhere. */
    byte[] send(HttpCall call) throws IOException {
        WebAnswer answer;
        try {
            answer = new HttpConnection(Network.SYSTEM, tls).exchange(call, List.of(), time, MOST_BYTES);
        } catch (SocketTimeoutException e) {
            throw new IOException("did not answer within " + time.toMillis() + " ms", e);
        } catch (IOException e) {
            throw new IOException("could not be asked: " + e, e);
        }
        if (answer.status() != OK) {
            throw new IOException("answered with status " + answer.status());
        }
        return answer.body();
    }
}
