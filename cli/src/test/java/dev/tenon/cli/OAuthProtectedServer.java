package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.json.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that requires a token, together with its authorization server. */
final class OAuthProtectedServer implements AutoCloseable {
    static final String SECRET = "client-SECRET";

    final Set<String> accessTokens = ConcurrentHashMap.newKeySet();
    final Set<String> refreshTokens = ConcurrentHashMap.newKeySet();
    /** The headers and bodies of the requests to the authorization server. */
    final List<String> receivedRequests = new CopyOnWriteArrayList<>();

    private final AtomicInteger counter = new AtomicInteger();
    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    OAuthProtectedServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
        http.setExecutor(threads);
        http.createContext("/", this::handle);
        http.start();
    }

    String url() {
        return baseUrl() + "/mcp";
    }

    private String baseUrl() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String path = exchange.getRequestURI().getPath();
        if (!path.equals("/mcp")) {
            receivedRequests.add(path + " " + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
        }
        switch (path) {
            case "/mcp" -> handleCall(exchange, body);
            case "/.well-known/oauth-protected-resource/mcp" ->
                sendJson(exchange, Map.of("resource", url(), "authorization_servers", List.of(baseUrl())));
            case "/.well-known/oauth-authorization-server" -> sendJson(exchange, createMetadata());
            case "/register" ->
                sendJson(exchange, Map.of("client_id", "registered", "token_endpoint_auth_method", "none"));
            case "/authorize" ->
                authorize(exchange, parseParameters(exchange.getRequestURI().getRawQuery()));
            case "/token" -> handleTokenRequest(exchange, parseParameters(body));
            case "/revoke" -> {
                accessTokens.remove(parseParameters(body).get("token"));
                refreshTokens.remove(parseParameters(body).get("token"));
                send(exchange, 200, "");
            }
            default -> send(exchange, 404, "");
        }
    }

    private Map<String, Object> createMetadata() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("issuer", baseUrl());
        for (String endpoint : List.of("token", "revocation", "authorization", "registration")) {
            String path = Map.of("revocation", "revoke", "authorization", "authorize", "registration", "register")
                    .getOrDefault(endpoint, endpoint);
            members.put(endpoint + "_endpoint", baseUrl() + "/" + path);
        }
        members.put("code_challenge_methods_supported", List.of("S256"));
        members.put("token_endpoint_auth_methods_supported", List.of("none", "client_secret_basic"));
        return members;
    }

    private void authorize(HttpExchange exchange, Map<String, String> query) throws IOException {
        exchange.getResponseHeaders()
                .add("Location", query.get("redirect_uri") + "?code=c&state=" + query.get("state"));
        send(exchange, 302, "");
    }

    private void handleTokenRequest(HttpExchange exchange, Map<String, String> form) throws IOException {
        if ("refresh_token".equals(form.get("grant_type")) && !refreshTokens.remove(form.get("refresh_token"))) {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            send(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        int number = counter.incrementAndGet();
        accessTokens.add("access-" + number);
        refreshTokens.add("refresh-" + number);
        sendJson(
                exchange,
                Map.of(
                        "access_token",
                        "access-" + number,
                        "refresh_token",
                        "refresh-" + number,
                        "token_type",
                        "Bearer",
                        "expires_in",
                        3600,
                        "scope",
                        "files:read"));
    }

    private void handleCall(HttpExchange exchange, String body) throws IOException {
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (!accessTokens.contains(authorization.replace("Bearer ", ""))) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Bearer scope=\"files:read\"");
            send(exchange, 401, "");
            return;
        }
        Json request = Json.parse(body);
        String result = "server/discover".equals(request.get("method").string())
                ? "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}"
                : "\"tools\":[{\"name\":\"look\",\"inputSchema\":{\"type\":\"object\"}}]";
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        send(
                exchange,
                200,
                "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":{" + result
                        + ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}}");
    }

    private static Map<String, String> parseParameters(String text) {
        Map<String, String> members = new LinkedHashMap<>();
        for (String pair : text.split("&")) {
            String[] nameAndValue = pair.split("=", 2);
            members.put(nameAndValue[0], nameAndValue.length > 1 ? URLDecoder.decode(nameAndValue[1], UTF_8) : "");
        }
        return members;
    }

    private static void sendJson(HttpExchange exchange, Map<String, Object> body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        send(
                exchange,
                exchange.getRequestURI().getPath().equals("/register") ? 201 : 200,
                Json.of(body).toString());
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
