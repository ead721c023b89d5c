package dev.tenon.guard.pin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A server of 2025-11-25 with an endless tool list: each page names a next one. */
final class EndlessServer implements AutoCloseable {
    private static final int PAGE_SIZE = 1000;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final AtomicInteger pageCount = new AtomicInteger();

    EndlessServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    /** Returns the number of requested pages. */
    int pageCount() {
        return pageCount.get();
    }

    private void handle(HttpExchange call) throws IOException {
        try (call) {
            String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Json request = body.isEmpty() ? Json.EMPTY_OBJECT : Json.parse(body);
            Json id = request.get("id");
            String response = id == null ? null : responseTo(id, request);
            if (response == null) {
                call.sendResponseHeaders(call.getRequestMethod().equals("POST") ? 202 : 405, -1);
                return;
            }
            byte[] bytes = response.getBytes(StandardCharsets.UTF_8);
            call.getResponseHeaders().set("Content-Type", "application/json");
            call.sendResponseHeaders(200, bytes.length);
            call.getResponseBody().write(bytes);
        }
    }

    private String responseTo(Json id, Json request) {
        String result =
                switch (String.valueOf(request.get("method").string())) {
                    case "initialize" ->
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                                + "\"serverInfo\":{\"name\":\"endless\",\"version\":\"1\"}}";
                    case "tools/list" -> page(request.get("params"));
                    case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
                    default -> null;
                };
        String outcome = result == null
                ? "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}"
                : "\"result\":" + result;
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + outcome + "}";
    }

    private String page(Json params) {
        pageCount.incrementAndGet();
        Json cursor = params == null ? null : params.get("cursor");
        int from = cursor == null ? 0 : Integer.parseInt(cursor.string());
        String tools = IntStream.range(from, from + PAGE_SIZE)
                .mapToObj(i -> "{\"name\":\"tool-" + i + "\",\"inputSchema\":{\"type\":\"object\"}}")
                .collect(Collectors.joining(","));
        return "{\"tools\":[" + tools + "],\"nextCursor\":\"" + (from + PAGE_SIZE) + "\"}";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
