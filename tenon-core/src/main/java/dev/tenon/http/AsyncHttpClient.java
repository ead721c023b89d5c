package dev.tenon.http;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests and never blocks. An HTTP library that has event loops offers one for each loop by a {@link
 * ClientProvider}, which {@link java.util.ServiceLoader} finds: what is sent on a loop is answered there, and no other
 * thread is woken.
 *
 * <p>A server may close a kept connection at any moment, also while the next request is on its way, and no client can
 * know whether that request was carried out. So a request that is not {@linkplain AsyncHttpRequest#repeatable
 * repeatable} is sent over a connection that is not known to be kept by the server only if that is new, and a
 * repeatable one is sent again, once, over a new connection.
 */
public interface AsyncHttpClient {
    /** The client of the event loop that this thread is, for requests in clear text; null on every other thread. */
    static @Nullable AsyncHttpClient currentOrNull() {
        return AsyncHttpClientProviders.findCurrentClient();
    }

    /** Whether one more request may be sent now: requests that wait for their responses are bounded. */
    boolean canSend();

    /**
     * Sends a request. A client that {@link #currentOrNull} returned takes it only on its event loop, and calls the
     * handler there.
     *
     * @param handler told what comes, perhaps before this returns
     */
    HttpCall send(AsyncHttpRequest request, HttpResponseHandler handler);

    /**
     * A request.
     *
     * @param address where it goes, when the host of the URI was looked up already; else null
     * @param headers all but {@code Host} and {@code Content-Length}; HTTP must allow their names and values
     * @param body the body; empty for none
     * @param repeatable whether the server may carry it out twice
     * @param connectTime how long a connection may take to be made
     */
    record AsyncHttpRequest(
            String method,
            URI uri,
            @Nullable InetSocketAddress address,
            Map<String, String> headers,
            byte[] body,
            boolean repeatable,
            Duration connectTime) {}

    /** Knows the event loops of one HTTP library. */
    interface ClientProvider {
        /** The client of the event loop that this thread is, or null. */
        @Nullable AsyncHttpClient currentClient();
    }
}
