package dev.tenon.http;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests without blocking. An HTTP library with event loops provides a client for each of its loops
 * through a {@link ClientProvider}, which {@link java.util.ServiceLoader} finds: the response to a request sent on an
 * event loop is handled on the same loop, without waking another thread.
 *
 * <p>A server may close a kept-alive connection at any time, even while the next request is being sent, and the client
 * cannot know whether that request was executed. Therefore a request that is not {@linkplain
 * AsyncHttpRequest#repeatable repeatable} is only sent over a reused connection if the server is known to keep it open,
 * or else over a new one; a repeatable request is retried once over a new connection.
 */
public interface AsyncHttpClient {
    /**
     * Returns the client of the event loop that the current thread runs, for requests without TLS; null on other
     * threads.
     */
    static @Nullable AsyncHttpClient currentOrNull() {
        return AsyncHttpClientProviders.findCurrentClient();
    }

    /** Returns whether another request may be sent now: the number of pending requests is limited. */
    boolean canSend();

    /**
     * Sends a request. A client that {@link #currentOrNull} returned must be called on its event loop, and calls the
     * handler there.
     *
     * @param handler receives the response or the failure, possibly before this method returns
     * @return a handle to cancel the request or to pause its response
     */
    HttpCall send(AsyncHttpRequest request, HttpResponseHandler handler);

    /**
     * A request.
     *
     * @param address the resolved address of the host, if it is known; null to resolve the host of the URI
     * @param headers all headers except {@code Host} and {@code Content-Length}; names and values must be valid
     * @param body the body; empty for none
     * @param repeatable whether the server may execute the request twice
     * @param connectTimeout the connect timeout
     */
    record AsyncHttpRequest(
            String method,
            URI uri,
            @Nullable InetSocketAddress address,
            Map<String, String> headers,
            byte[] body,
            boolean repeatable,
            Duration connectTimeout) {}

    /** Provides the clients for the event loops of an HTTP library. */
    interface ClientProvider {
        /** Returns the client of the event loop that the current thread runs, or null. */
        @Nullable AsyncHttpClient currentClient();
    }
}
