package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.HttpTarget;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens a WebSocket, with other credentials if the first ones are refused. */
record WebSocketHandshake(HttpTarget target, ClientLimits limits, HttpClient client) {
    private static final String SUBPROTOCOL = "mcp";

    /**
     * The open socket.
     *
     * @throws ConnectionFailedException when the server opens none in time
     */
    WebSocket open(WebSocket.Listener listener) {
        Credentials credentials = new Credentials(target);
        for (int refusals = 0; ; refusals++) {
            CompletableFuture<WebSocket> opening = begin(listener, credentials.headers("GET", target.uri()));
            try {
                return opening.get(limits.connectTime().toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof WebSocketHandshakeException refused)) {
                    throw HttpProblem.failure(target.label(), e.getCause());
                }
                HttpResponse<?> answer = refused.getResponse();
                boolean again = credentials.mayHelp(answer.statusCode(), refusals)
                        && credentials.renewed(
                                answer.statusCode(),
                                answer.request().uri(),
                                answer.request().headers().map(),
                                answer.headers().map());
                if (!again) {
                    throw refused(answer);
                }
            } catch (TimeoutException e) {
                opening.cancel(true);
                throw new ConnectionFailedException(target.label() + " opens no WebSocket in time", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                opening.cancel(true);
                throw new ConnectionFailedException("Interrupted while connecting to " + target.label(), e);
            }
        }
    }

    private CompletableFuture<WebSocket> begin(WebSocket.Listener listener, Map<String, String> headers) {
        WebSocket.Builder builder =
                client.newWebSocketBuilder().subprotocols(SUBPROTOCOL).connectTimeout(limits.connectTime());
        HttpClients.setHeaders(builder::header, headers);
        try {
            return builder.buildAsync(target.uri(), listener);
        } catch (IllegalArgumentException e) {
            throw new ConnectionFailedException("No WebSocket can be opened at " + target.label(), e);
        }
    }

    private static ConnectionFailedException refused(HttpResponse<?> answer) {
        int status = answer.statusCode();
        if (Redirects.isRedirect(status)) {
            String location = answer.headers().firstValue("Location").orElse("");
            return Redirects.refused(status, location, "a WebSocket is opened where it is asked for, or not at all");
        }
        return new HttpStatusException(status, "no WebSocket");
    }
}
