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
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private RequestSender() {}

    static HttpRequest.Builder newRequest(URI uri) {
        return HttpRequest.newBuilder(uri)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
    }

    /** Creates a request of revision 2026-07-28. */
    static HttpRequest.Builder newStatelessRequest(URI uri, String method, @Nullable String name, String params) {
        HttpRequest.Builder request =
                newRequest(uri).header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
        if (name != null) {
            request.header("Mcp-Name", name);
        }
        return request.POST(HttpRequest.BodyPublishers.ofString(createStatelessMessage(1, method, params)));
    }

    static String createStatelessMessage(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{"
                + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}"
                + (params.isEmpty() ? "" : "," + params) + "}}";
    }

    static HttpRequest.Builder newToolCall(URI uri, String tool) {
        return newStatelessRequest(uri, "tools/call", tool, "\"name\":\"" + tool + "\",\"arguments\":{}");
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends it with a bearer token. */
    static HttpResponse<String> sendWithToken(HttpRequest.Builder request, String token)
            throws IOException, InterruptedException {
        return send(request.header("Authorization", "Bearer " + token));
    }

    /** Sends it with a bearer token, for a streamed response. */
    static EventStreamReader openStream(HttpRequest.Builder request, String token)
            throws IOException, InterruptedException {
        return new EventStreamReader(HTTP.send(
                request.header("Authorization", "Bearer " + token).build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    /** Opens a session of revision 2025-11-25. */
    static String openSession(URI uri, String token) throws IOException, InterruptedException {
        HttpResponse<String> response = sendWithToken(
                newRequest(uri).POST(HttpRequest.BodyPublishers.ofString(createInitializeRequest())), token);
        return response.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    static String createInitializeRequest() {
        return createSessionMessage(
                0,
                "initialize",
                "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}");
    }

    static String createSessionMessage(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    /** Sends a POST in a session. */
    static HttpRequest.Builder newSessionRequest(URI uri, String session, String body) {
        return newRequest(uri).header("Mcp-Session-Id", session).POST(HttpRequest.BodyPublishers.ofString(body));
    }

    static String getChallenge(HttpResponse<?> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    static Json parseJson(HttpResponse<String> response) {
        return Json.parse(response.body());
    }
}
