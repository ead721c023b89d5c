package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An HTTP client that can send each request of a session with another token, which no regular client does. */
final class RawHttpClient implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

    private final CredentialFixture fixture;
    private final String session;
    private int id = 1;

    /** Starts a session. */
    RawHttpClient(CredentialFixture fixture, String token) throws IOException, InterruptedException {
        this.fixture = fixture;
        HttpResponse<String> response = send(request(fixture, token), INITIALIZE);
        session = response.headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow(() -> new IllegalStateException(response.statusCode() + " " + response.body()));
        HttpResponse<String> unused = send(
                request(fixture, token).header("Mcp-Session-Id", session),
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    private static HttpRequest.Builder request(CredentialFixture fixture, String token) {
        return HttpRequest.newBuilder(fixture.guardTarget().uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String body)
            throws IOException, InterruptedException {
        return HTTP.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    /** Calls a tool in the session. */
    String call(String token) throws IOException, InterruptedException {
        return send(
                        request(fixture, token)
                                .header("Mcp-Session-Id", session)
                                .header("MCP-Protocol-Version", "2025-11-25"),
                        "{\"jsonrpc\":\"2.0\",\"id\":" + id++
                                + ",\"method\":\"tools/call\",\"params\":{\"name\":\"who\",\"arguments\":{}}}")
                .body();
    }

    /** Returns the error that a client gets for its handshake or its first call. */
    static String requestError(CredentialFixture fixture, Revision downstream, String token)
            throws IOException, InterruptedException {
        if (!downstream.isStateless()) {
            return send(request(fixture, token), INITIALIZE).body();
        }
        return send(
                        request(fixture, token)
                                .header("MCP-Protocol-Version", "2026-07-28")
                                .header("Mcp-Method", "tools/call")
                                .header("Mcp-Name", "who"),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"who\",\"arguments\":{}"
                                + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}")
                .body();
    }

    /** Asserts that a caller without upstream credentials gets an error without internals. */
    static void assertNoCredentials(CredentialFixture fixture, Revision downstream, String token)
            throws IOException, InterruptedException {
        long startedAt = System.nanoTime();
        assertThat(requestError(fixture, downstream, token))
                .contains("\"code\":-32603")
                .contains("The guard has no valid credentials for the upstream server")
                .doesNotContain("secret")
                .doesNotContain("tickets")
                .doesNotContain(fixture.issuer.issuer());
        assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isLessThan(Duration.ofSeconds(20));
    }

    /**
     * Calls a tool that requests input, without a session: first without state, then with state and input response.
     *
     * @return the state, or null for a result
     */
    static @Nullable String callAskTool(CredentialFixture fixture, String token, @Nullable String state)
            throws IOException, InterruptedException {
        String members =
                state == null ? "" : ",\"requestState\":" + Json.of(state) + ",\"inputResponses\":" + responses;
        String body = send(
                        request(fixture, token)
                                .header("MCP-Protocol-Version", "2026-07-28")
                                .header("Mcp-Method", "tools/call")
                                .header("Mcp-Name", "ask"),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\",\"arguments\":{}"
                                + members + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{}}}}}}")
                .body();
        Json message = Json.parse(
                body.startsWith("{")
                        ? body
                        : body.substring(body.lastIndexOf("data:") + 5).strip());
        Json result = message.get("result");
        if (result == null) {
            throw new IllegalStateException(body);
        }
        Json newState = result.get("requestState");
        if (newState == null) {
            return null;
        }
        StringBuilder inputResponses = new StringBuilder("{");
        for (String key : result.get("inputRequests").members().keySet()) {
            inputResponses
                    .append(inputResponses.length() > 1 ? "," : "")
                    .append(Json.of(key))
                    .append(":{\"action\":\"accept\",\"content\":{\"name\":\"Bo\"}}");
        }
        responses = inputResponses.append("}").toString();
        return newState.string();
    }

    private static String responses = "{}";

    @Override
    public void close() {
        // The guard ends the session.
    }
}
