package dev.tenon.client.internal.transport.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.transport.http.HttpExceptions;
import dev.tenon.client.internal.transport.http.JdkHttpClientFactory;
import dev.tenon.client.internal.transport.http.RedirectPolicy;
import dev.tenon.client.internal.transport.http.TargetCredentials;
import dev.tenon.internal.buffer.FragmentAssembler;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.transport.GuardedReceiver;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebSocket as a channel, with the subprotocol {@code mcp} if the server supports it: each text message is a protocol
 * message. A binary message closes the connection with code 1003. Pings are answered.
 */
public final class WebSocketClientChannel extends NetworkChannel {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketClientChannel.class);
    private static final String SUBPROTOCOL = "mcp";
    private static final int CLOSE_UNSUPPORTED_DATA = 1003;
    private static final long CLOSING_MS = 2000;

    private final HttpClient client;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable WebSocket socket;

    /**
     * Creates a channel that connects when it is opened.
     *
     * @param executor runs reading and writing, and must outlive the channel
     * @param scheduler closes the channel when the closing handshake takes too long, and must outlive the channel
     */
    public WebSocketClientChannel(
            HttpTarget target, ClientLimits limits, Executor executor, RuntimeScheduler scheduler) {
        super(target, limits, executor, scheduler);
        this.client = JdkHttpClientFactory.create(target, limits, executor);
    }

    /**
     * Connects.
     *
     * @throws ConnectionFailedException when the server does not accept a WebSocket
     */
    @Override
    protected void startDelivery(GuardedReceiver delivery) {
        try {
            WebSocket webSocket = connect(new SocketListener(delivery));
            socket = webSocket;
            if (isClosed()) {
                webSocket.abort();
            }
            startWriting();
        } catch (RuntimeException e) {
            terminate(String.valueOf(e.getMessage()));
            throw e;
        }
        notifyWhenClosed();
    }

    /** Opens the WebSocket; obtains new credentials if the server rejects them. */
    private WebSocket connect(WebSocket.Listener listener) {
        TargetCredentials credentials = new TargetCredentials(target);
        for (int refusals = 0; ; refusals++) {
            CompletableFuture<WebSocket> opening = connectAsync(listener, credentials.headers("GET", target.uri()));
            try {
                return awaitConnecting(opening, "did not accept a WebSocket in time");
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
                client.newWebSocketBuilder().subprotocols(SUBPROTOCOL).connectTimeout(clientLimits.connectTimeout());
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

    @Override
    void write(byte[] message, Runnable next, Runnable onWritten) {
        WebSocket webSocket = Objects.requireNonNull(socket);
        var unused = webSocket
                .sendText(new String(message, UTF_8), true)
                .whenCompleteAsync(
                        (sent, failure) -> {
                            if (failure == null) {
                                onWritten.run();
                                next.run();
                            } else {
                                fail(failure);
                            }
                        },
                        executor);
    }

    /** Performs the closing handshake; waits up to 2 seconds for the server. */
    @Override
    void closeGracefully(boolean isAllWritten) {
        WebSocket webSocket = socket;
        if (webSocket == null || !isAllWritten) {
            return;
        }
        ThreadBlockingContext.assertCanBlock("close a WebSocket");
        try {
            webSocket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(CLOSING_MS, TimeUnit.MILLISECONDS);
            if (!awaitLatch(closed, CLOSING_MS)) {
                LOG.debug("{} did not respond to the close of a WebSocket", target.label());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            setCloseReasonIfAbsent("The connection broke");
        }
    }

    @Override
    void releaseResources() {
        closed.countDown();
        WebSocket webSocket = socket;
        if (webSocket != null) {
            webSocket.abort();
        }
        JdkHttpClientFactory.shutdownNow(client);
    }

    /** Receives messages; the next is requested when the last has been handled. */
    private final class SocketListener implements WebSocket.Listener {
        private final GuardedReceiver delivery;
        private final FragmentAssembler fragments =
                new FragmentAssembler(clientLimits.json().bytes());

        SocketListener(GuardedReceiver delivery) {
            this.delivery = delivery;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence part, boolean last) {
            fragments.add(part.toString().getBytes(UTF_8), last, delivery::onMessage, delivery::onOversizedMessage);
            webSocket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer part, boolean last) {
            terminateAfter(
                    webSocket.sendClose(CLOSE_UNSUPPORTED_DATA, "messages are text"),
                    "The server sent a binary message; messages of the protocol are text");
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
            String text = HttpExceptions.formatExcerpt(reason.getBytes(UTF_8));
            setCloseReasonIfAbsent(
                    "The server closed the WebSocket with code " + code + (text.isEmpty() ? "" : ": " + text));
            // The response to the close; fails if the close itself is a response.
            terminateAfter(webSocket.sendClose(code, ""), "The server closed the WebSocket");
            return null;
        }

        /** Closes the channel when the close frame has been sent, or has not been sent in time. */
        private void terminateAfter(CompletableFuture<?> sent, String reason) {
            RuntimeScheduler.TaskHandle timeout = scheduler.schedule(
                    Duration.ofMillis(CLOSING_MS),
                    () -> HandlerExecutors.executeEvenIfShutDown(executor, () -> terminate(reason)));
            var unused = sent.whenComplete((done, failure) -> {
                timeout.cancel();
                terminate(reason);
            });
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            fail(error);
        }
    }
}
