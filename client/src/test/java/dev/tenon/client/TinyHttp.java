package dev.tenon.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A minimal HTTP server: a test defines the response to each message, and sees the requests. */
final class TinyHttp implements AutoCloseable {
    private final HttpServer http;
    private final Function<Seen, Answer> answers;
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    TinyHttp(Function<Seen, Answer> answers) throws IOException {
        this.answers = answers;
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        http.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "tiny-http");
            thread.setDaemon(true);
            return thread;
        }));
        http.createContext("/", this::answer);
        http.start();
    }

    ServerTarget target() {
        return ServerTarget.http("http://127.0.0.1:" + http.getAddress().getPort() + "/mcp");
    }

    /** Returns all requests so far. */
    List<Seen> seen() {
        return Collections.unmodifiableList(seen);
    }

    /** Returns the requests of one JSON-RPC method. */
    List<Seen> seen(String method) {
        return seen.stream().filter(s -> s.is(method)).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        Seen request = new Seen(exchange.getRequestMethod(), headers, body.isEmpty() ? Json.NULL : Json.parse(body));
        seen.add(request);
        Answer response = answers.apply(request);
        byte[] bytes = response.body().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        response.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        http.stop(0);
    }

    /** One HTTP request. */
    record Seen(String verb, Map<String, String> headers, Json body) {
        boolean is(String method) {
            Json name = body.isObject() ? body.get("method") : null;
            return name != null && method.equals(name.string());
        }

        Answer result(String result) {
            return new Answer(
                    200, Map.of(), "{\"jsonrpc\":\"2.0\",\"id\":" + body.get("id") + ",\"result\":" + result + "}");
        }

        Answer error(int status, int code, String data) {
            return new Answer(
                    status,
                    Map.of(),
                    "{\"jsonrpc\":\"2.0\",\"id\":" + body.get("id") + ",\"error\":{\"code\":" + code
                            + ",\"message\":\"no\",\"data\":" + data + "}}");
        }

        /** The discovery result of a server of 2026-07-28. */
        Answer discovered() {
            return result("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                    + ScriptedServer.EVERYTHING + ",\"ttlMs\":0,\"cacheScope\":\"private\"}");
        }

        /** The initialize result of an older server. */
        Answer initialized(String revision) {
            return result("{\"protocolVersion\":\"" + revision + "\",\"capabilities\":" + ScriptedServer.EVERYTHING
                    + ",\"serverInfo\":{\"name\":\"tiny\",\"version\":\"1\"}}");
        }
    }

    /** A response. */
    record Answer(int status, Map<String, String> headers, String body) {
        static Answer status(int status) {
            return new Answer(status, Map.of(), "");
        }

        Answer with(String name, String value) {
            return new Answer(status, Map.of(name, value), body);
        }
    }
}
