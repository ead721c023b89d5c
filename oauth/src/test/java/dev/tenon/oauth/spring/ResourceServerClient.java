package dev.tenon.oauth.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Calls a Tenon server with any token, without the Tenon client. */
record ResourceServerClient(URI uri, HttpClient http) {
    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}""";
    private static final String CALL = """
            {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"whoami","arguments":{}%s}}""";
    private static final String META = """
            ,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{}}""";

    /** A response. */
    record McpResponse(int status, String challenge, String session, String body) {}

    /** Calls {@code whoami} without a session. */
    McpResponse call(String token) throws IOException, InterruptedException {
        return send(
                newRequest(token)
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", "tools/call")
                        .header("Mcp-Name", "whoami"),
                CALL.formatted(META));
    }

    /** Opens a session. */
    McpResponse openSession(String token) throws IOException, InterruptedException {
        return send(newRequest(token), INITIALIZE);
    }

    /** Calls {@code whoami} in a session. */
    McpResponse call(String token, String session) throws IOException, InterruptedException {
        return send(
                newRequest(token).header("Mcp-Session-Id", session).header("MCP-Protocol-Version", "2025-11-25"),
                CALL.formatted(""));
    }

    private HttpRequest.Builder newRequest(@Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private McpResponse send(HttpRequest.Builder request, String body) throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
        return new McpResponse(
                response.statusCode(),
                response.headers().firstValue("WWW-Authenticate").orElse(""),
                response.headers().firstValue("Mcp-Session-Id").orElse(""),
                response.body());
    }
}
