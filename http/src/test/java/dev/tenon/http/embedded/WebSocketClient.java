package dev.tenon.http.embedded;

import dev.tenon.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The JDK's WebSocket client, with a queue of received messages. */
final class WebSocketClient implements WebSocket.Listener, AutoCloseable {
    private static final long TIMEOUT_SECONDS = 20;

    final CompletableFuture<Integer> closed = new CompletableFuture<>();
    final WebSocket socket;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder partialMessage = new StringBuilder();
    private final boolean isReading;

    WebSocketClient(URI uri) {
        this(uri, true);
    }

    WebSocketClient(URI uri, boolean isReading) {
        this.isReading = isReading;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .subprotocols("mcp")
                .connectTimeout(Duration.ofSeconds(TIMEOUT_SECONDS))
                .buildAsync(uri, this)
                .join();
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (isReading) {
            opened.request(Long.MAX_VALUE);
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partialMessage.append(data);
        if (last) {
            received.add(partialMessage.toString());
            partialMessage.setLength(0);
        }
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        received.add("binary");
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        closed.completeExceptionally(error);
    }

    void send(String text) {
        socket.sendText(text, true).join();
    }

    Json nextMessage() throws InterruptedException {
        String text = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (text == null) {
            throw new AssertionError("No message arrived");
        }
        return Json.parse(text);
    }

    Json sendAndReceive(String text) throws InterruptedException {
        send(text);
        return nextMessage();
    }

    int awaitCloseCode() throws Exception {
        return closed.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        socket.abort();
    }

    /** Returns the status of the response to a handshake; 101 if it succeeds. */
    static int handshakeStatus(WebSocket.Builder builder, TenonHttpServer http) {
        try {
            builder.buildAsync(http.webSocketUri().orElseThrow(), new WebSocket.Listener() {})
                    .join();
            return 101;
        } catch (CompletionException e) {
            return ((WebSocketHandshakeException) e.getCause()).getResponse().statusCode();
        }
    }
}
