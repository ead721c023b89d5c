package dev.tenon.client.internal.transport.network;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.transport.http.JdkHttpClientFactory;
import dev.tenon.client.internal.transport.http.RedirectPolicy;
import dev.tenon.client.internal.transport.http.TargetCredentials;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Opens a WebSocket; obtains new credentials if the server rejects them. */
record WebSocketConnector(HttpTarget target, ClientLimits limits, HttpClient client) {
    private static final String SUBPROTOCOL = "mcp";

    /**
     * Opens the WebSocket.
     *
     * @throws ConnectionFailedException when the server does not accept it in time
     */
    WebSocket connect(WebSocket.Listener listener) {
        TargetCredentials credentials = new TargetCredentials(target);
        for (int refusals = 0; ; refusals++) {
            CompletableFuture<WebSocket> opening = connectAsync(listener, credentials.headers("GET", target.uri()));
            try {
                return NetworkChannel.awaitConnecting(opening, target, limits, "did not accept a WebSocket in time");
            } catch (McpClientException e) {
                opening.cancel(true);
                if (!(e.getCause() instanceof WebSocketHandshakeException rejected)) {
                    throw e;
                }
                HttpResponse<?> response = rejected.getResponse();
                boolean retry = credentials.canRenew(response.statusCode(), refusals)
                        && credentials.renew(
                                response.statusCode(),
                                response.request().uri(),
                                response.request().headers().map(),
                                response.headers().map());
                if (!retry) {
                    throw rejectionOf(response);
                }
            }
        }
    }

    private CompletableFuture<WebSocket> connectAsync(WebSocket.Listener listener, Map<String, String> headers) {
        WebSocket.Builder builder =
                client.newWebSocketBuilder().subprotocols(SUBPROTOCOL).connectTimeout(limits.connectTimeout());
        JdkHttpClientFactory.setHeaders(builder::header, headers);
        try {
            return builder.buildAsync(target.uri(), listener);
        } catch (IllegalArgumentException e) {
            throw new ConnectionFailedException("No WebSocket can be opened at " + target.label(), e);
        }
    }

    private static ConnectionFailedException rejectionOf(HttpResponse<?> response) {
        int status = response.statusCode();
        if (RedirectPolicy.isRedirect(status)) {
            String location = response.headers().firstValue("Location").orElse("");
            return RedirectPolicy.rejectionOf(status, location, "redirects of WebSocket handshakes are never followed");
        }
        return new HttpStatusException(status, "no WebSocket");
    }
}
