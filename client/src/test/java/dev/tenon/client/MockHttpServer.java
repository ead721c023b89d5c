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

/** A minimal HTTP server: a test defines the response to each request and reads the recorded requests. */
final class MockHttpServer implements AutoCloseable {
    private final HttpServer server;
    private final Function<RecordedRequest, MockResponse> responder;
    private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();

    MockHttpServer(Function<RecordedRequest, MockResponse> responder) throws IOException {
        this.responder = responder;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "mock-http-server");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::handle);
        server.start();
    }

    ServerTarget target() {
        return ServerTarget.http("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    /** Returns all requests so far. */
    List<RecordedRequest> requests() {
        return Collections.unmodifiableList(requests);
    }

    /** Returns the requests of one JSON-RPC method. */
    List<RecordedRequest> requests(String method) {
        return requests.stream().filter(request -> request.hasMethod(method)).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        RecordedRequest request = new RecordedRequest(
                exchange.getRequestMethod(), headers, body.isEmpty() ? Json.NULL : Json.parse(body));
        requests.add(request);
        MockResponse response = responder.apply(request);
        byte[] bytes = response.body().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        response.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** A recorded HTTP request. */
    record RecordedRequest(String httpMethod, Map<String, String> headers, Json body) {
        boolean hasMethod(String method) {
            Json name = body.isObject() ? body.get("method") : null;
            return name != null && method.equals(name.string());
        }

        MockResponse createResult(String result) {
            return new MockResponse(
                    200, Map.of(), "{\"jsonrpc\":\"2.0\",\"id\":" + body.get("id") + ",\"result\":" + result + "}");
        }

        MockResponse createError(int status, int code, String data) {
            return new MockResponse(
                    status,
                    Map.of(),
                    "{\"jsonrpc\":\"2.0\",\"id\":" + body.get("id") + ",\"error\":{\"code\":" + code
                            + ",\"message\":\"no\",\"data\":" + data + "}}");
        }

        /** The discovery result of a server of 2026-07-28. */
        MockResponse createDiscoverResponse() {
            return createResult("{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                    + ScriptedServer.ALL_CAPABILITIES + ",\"ttlMs\":0,\"cacheScope\":\"private\"}");
        }

        /** The initialize result of an older server. */
        MockResponse createInitializeResponse(String revision) {
            return createResult("{\"protocolVersion\":\"" + revision + "\",\"capabilities\":"
                    + ScriptedServer.ALL_CAPABILITIES + ",\"serverInfo\":{\"name\":\"mock\",\"version\":\"1\"}}");
        }
    }

    /** The response to a request. */
    record MockResponse(int status, Map<String, String> headers, String body) {
        static MockResponse ofStatus(int status) {
            return new MockResponse(status, Map.of(), "");
        }

        MockResponse withHeader(String name, String value) {
            return new MockResponse(status, Map.of(name, value), body);
        }
    }
}
