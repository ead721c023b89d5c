package dev.tenon.oauth.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A separate server, such as that of an issuer, with a configured behaviour. It records its requests. */
final class StubServer implements AutoCloseable {
    /** Responds to a request, correctly or not. */
    interface ExchangeHandler {
        void handle(HttpExchange exchange) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requestedPaths = new CopyOnWriteArrayList<>();
    private volatile ExchangeHandler handler;

    StubServer(ExchangeHandler handler) {
        this.handler = handler;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            requestedPaths.add(exchange.getRequestURI().toString());
            try (exchange) {
                this.handler.handle(exchange);
            }
        });
        server.start();
    }

    static ExchangeHandler respondWithJson(String body) {
        return respondWith(200, body);
    }

    static ExchangeHandler respondWith(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    void setHandler(ExchangeHandler newHandler) {
        handler = newHandler;
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** The requested paths so far. */
    List<String> requestedPaths() {
        return requestedPaths;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
