package dev.tenon.http.embedded;

import dev.tenon.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The JDK's WebSocket client, with a queue of received messages. */
final class WebSocketClient implements WebSocket.Listener, AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    final CompletableFuture<Integer> closed = new CompletableFuture<>();
    final WebSocket socket;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder started = new StringBuilder();
    private final boolean reads;

    WebSocketClient(URI uri) {
        this(uri, true);
    }

    WebSocketClient(URI uri, boolean reads) {
        this.reads = reads;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .subprotocols("mcp")
                .connectTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
                .buildAsync(uri, this)
                .join();
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (reads) {
            opened.request(Long.MAX_VALUE);
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        started.append(data);
        if (last) {
            received.add(started.toString());
            started.setLength(0);
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

    Json next() throws InterruptedException {
        String text = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (text == null) {
            throw new AssertionError("Nothing came");
        }
        return Json.parse(text);
    }

    Json ask(String text) throws InterruptedException {
        send(text);
        return next();
    }

    int closeCode() throws Exception {
        return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        socket.abort();
    }
}
