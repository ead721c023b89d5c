package dev.tenon.oauth.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** An HTTP server on this machine with handlers for paths. Other paths are not found. */
final class StubHttpServer implements AutoCloseable {
    final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    private final Map<String, RequestHandler> handlers = new ConcurrentHashMap<>();
    private final HttpServer http;

    StubHttpServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 100);
        http.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "stub-http-server");
            thread.setDaemon(true);
            return thread;
        }));
        http.createContext("/", this::handle);
        http.start();
    }

    /** Handles the requests for a path. */
    interface RequestHandler {
        StubResponse handle(ReceivedRequest request) throws Exception;
    }

    /** A request. */
    record ReceivedRequest(
            String method, String path, Map<String, String> query, Map<String, String> headers, String body) {
        Map<String, String> formParameters() {
            return parseParameters(body);
        }

        Json json() {
            return Json.parse(body);
        }

        String header(String name) {
            return headers.get(name);
        }
    }

    /** A response. */
    record StubResponse(int status, Map<String, String> headers, String body) {
        static StubResponse ofStatus(int status) {
            return new StubResponse(status, Map.of(), "");
        }

        static StubResponse ofJson(Object value) {
            return ofJson(200, value);
        }

        static StubResponse ofJson(int status, Object value) {
            return new StubResponse(
                    status,
                    Map.of("Content-Type", "application/json"),
                    Json.of(value).toString());
        }

        StubResponse withHeader(String name, String value) {
            Map<String, String> newHeaders = new LinkedHashMap<>(headers);
            newHeaders.put(name, value);
            return new StubResponse(status, newHeaders, body);
        }
    }

    static Map<String, String> parseParameters(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (text != null && !text.isEmpty()) {
            for (String pair : text.split("&")) {
                String[] nameAndValue = pair.split("=", 2);
                String value = nameAndValue.length > 1 ? URLDecoder.decode(nameAndValue[1], UTF_8) : "";
                parameters.merge(URLDecoder.decode(nameAndValue[0], UTF_8), value, (a, b) -> a + "|" + b);
            }
        }
        return parameters;
    }

    String baseUrl() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    StubHttpServer setHandler(String path, RequestHandler handler) {
        handlers.put(path, handler);
        return this;
    }

    RequestHandler getHandler(String path) {
        return handlers.get(path);
    }

    void removeHandler(String path) {
        handlers.remove(path);
    }

    List<ReceivedRequest> requestsFor(String path) {
        return requests.stream().filter(request -> request.path().equals(path)).toList();
    }

    /** The requested paths in their order. */
    List<String> requestedPaths() {
        return requests.stream().map(ReceivedRequest::path).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String path = exchange.getRequestURI().getRawPath();
        ReceivedRequest request = new ReceivedRequest(
                exchange.getRequestMethod(),
                path,
                parseParameters(exchange.getRequestURI().getRawQuery()),
                headers,
                body);
        requests.add(request);
        StubResponse response;
        try {
            RequestHandler handler = handlers.get(path);
            response = handler == null ? StubResponse.ofStatus(404) : handler.handle(request);
        } catch (Exception | AssertionError e) {
            response = new StubResponse(500, Map.of(), String.valueOf(e));
        }
        byte[] bytes = response.body().getBytes(UTF_8);
        response.headers().forEach(exchange.getResponseHeaders()::add);
        try {
            exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
