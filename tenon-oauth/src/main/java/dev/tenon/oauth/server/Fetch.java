package dev.tenon.oauth.server;

import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.uri.HttpUrls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** Asks another server for something small: within a time, up to a size, and never elsewhere than where it was sent. */
final class Fetch {
    /** The largest answer. */
    static final int MOST_BYTES = 256 << 10;

    private static final Duration CONNECT_TIME = Duration.ofSeconds(3);
    private static final int OK = 200;

    private final HttpClient client;
    private final Duration time;

    /**
     * Asks by that client.
     *
     * @param time how long an answer may take, from the first to the last byte
     */
    Fetch(HttpClient client, Duration time) {
        if (client.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException("Use an HttpClient that follows no redirects: they could lead anywhere");
        }
        this.client = client;
        this.time = time;
    }

    static Fetch within(Duration time) {
        return new Fetch(HttpClient.newBuilder().connectTimeout(CONNECT_TIME).build(), time);
    }

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
        return send(HttpRequest.newBuilder(uri).header("Accept", "application/json, application/jwk-set+json"));
    }

    /** The body of an answer with status 200; everything else is an error. */
    byte[] send(HttpRequest.Builder request) throws IOException {
        ExecutionContext.checkCanBlock("a request to an authorization server");
        long end = System.nanoTime() + time.toNanos();
        int status;
        byte[] body;
        try {
            // Not sendAsync: that answers on the common pool, where all threads may be waiting for this answer.
            HttpResponse<byte[]> response = client.send(
                    request.timeout(time).build(),
                    head -> new BoundedBody(head.statusCode() == OK ? MOST_BYTES : 0, end - System.nanoTime()));
            status = response.statusCode();
            body = response.body();
        } catch (HttpTimeoutException e) {
            throw new IOException("did not answer within " + time.toMillis() + " ms", e);
        } catch (IOException e) {
            throw new IOException("could not be asked: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        if (status != OK) {
            throw new IOException("answered with status " + status);
        }
        return body;
    }
}
