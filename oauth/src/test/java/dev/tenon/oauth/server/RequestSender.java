package dev.tenon.oauth.server;

import dev.tenon.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends requests with any credentials to a server. */
final class RequestSender {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private RequestSender() {}

    static HttpRequest.Builder at(URI uri) {
        return HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
    }

    /** Creates a request of revision 2026-07-28. */
    static HttpRequest.Builder modern(URI uri, String method, @Nullable String name, String params) {
        HttpRequest.Builder request =
                at(uri).header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
        if (name != null) {
            request.header("Mcp-Name", name);
        }
        return request.POST(HttpRequest.BodyPublishers.ofString(body(1, method, params)));
    }

    static String body(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{"
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}"
                + (params.isEmpty() ? "" : "," + params) + "}}";
    }

    static HttpRequest.Builder tool(URI uri, String tool) {
        return modern(uri, "tools/call", tool, "\"name\":\"" + tool + "\",\"arguments\":{}");
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends it with a bearer token. */
    static HttpResponse<String> bearer(HttpRequest.Builder request, String token)
            throws IOException, InterruptedException {
        return send(request.header("Authorization", "Bearer " + token));
    }

    /** Sends it with a bearer token, for a streamed response. */
    static Events stream(HttpRequest.Builder request, String token) throws IOException, InterruptedException {
        return new Events(HTTP.send(
                request.header("Authorization", "Bearer " + token).build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    /** Opens a session of a revision with a handshake. */
    static String session(URI uri, String token) throws IOException, InterruptedException {
        HttpResponse<String> opened = bearer(at(uri).POST(HttpRequest.BodyPublishers.ofString(initialize())), token);
        return opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    static String initialize() {
        return legacy(
                0,
                "initialize",
                "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}");
    }

    static String legacy(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    /** Sends a POST in a session. */
    static HttpRequest.Builder in(URI uri, String session, String body) {
        return at(uri).header("Mcp-Session-Id", session).POST(HttpRequest.BodyPublishers.ofString(body));
    }

    static String challenge(HttpResponse<?> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    static Json json(HttpResponse<String> response) {
        return Json.parse(response.body());
    }
}
