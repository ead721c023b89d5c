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
    final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Map<String, Handler> paths = new ConcurrentHashMap<>();
    private final HttpServer http;

    StubHttpServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 100);
        http.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "place");
            thread.setDaemon(true);
            return thread;
        }));
        http.createContext("/", this::answer);
        http.start();
    }

    /** Handles the requests for a path. */
    interface Handler {
        Answer answer(Seen seen) throws Exception;
    }

    /** A request. */
    record Seen(String verb, String path, Map<String, String> query, Map<String, String> headers, String body) {
        Map<String, String> form() {
            return params(body);
        }

        Json json() {
            return Json.parse(body);
        }

        String header(String name) {
            return headers.get(name);
        }
    }

    /** A response. */
    record Answer(int status, Map<String, String> headers, String body) {
        static Answer status(int status) {
            return new Answer(status, Map.of(), "");
        }

        static Answer json(Object value) {
            return json(200, value);
        }

        static Answer json(int status, Object value) {
            return new Answer(
                    status,
                    Map.of("Content-Type", "application/json"),
                    Json.of(value).toString());
        }

        Answer with(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Answer(status, more, body);
        }
    }

    static Map<String, String> params(String text) {
        Map<String, String> all = new LinkedHashMap<>();
        if (text != null && !text.isEmpty()) {
            for (String pair : text.split("&")) {
                String[] both = pair.split("=", 2);
                String value = both.length > 1 ? URLDecoder.decode(both[1], UTF_8) : "";
                all.merge(URLDecoder.decode(both[0], UTF_8), value, (a, b) -> a + "|" + b);
            }
        }
        return all;
    }

    String base() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    StubHttpServer on(String path, Handler handler) {
        paths.put(path, handler);
        return this;
    }

    Handler handler(String path) {
        return paths.get(path);
    }

    void off(String path) {
        paths.remove(path);
    }

    List<Seen> seen(String path) {
        return seen.stream().filter(s -> s.path().equals(path)).toList();
    }

    /** The requested paths in their order. */
    List<String> visited() {
        return seen.stream().map(Seen::path).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String path = exchange.getRequestURI().getRawPath();
        Seen request = new Seen(
                exchange.getRequestMethod(),
                path,
                params(exchange.getRequestURI().getRawQuery()),
                headers,
                body);
        seen.add(request);
        Answer answer;
        try {
            Handler handler = paths.get(path);
            answer = handler == null ? Answer.status(404) : handler.answer(request);
        } catch (Exception | AssertionError e) {
            answer = new Answer(500, Map.of(), String.valueOf(e));
        }
        byte[] bytes = answer.body().getBytes(UTF_8);
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        try {
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
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
