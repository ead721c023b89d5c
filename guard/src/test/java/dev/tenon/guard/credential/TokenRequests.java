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

/** Sends requests whose token differs from one to the next, as no regular client does. */
final class TokenRequests implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

    private final CredentialFixture world;
    private final String session;
    private int id = 1;

    /** Starts a session. */
    TokenRequests(CredentialFixture world, String token) throws IOException, InterruptedException {
        this.world = world;
        HttpResponse<String> opened = send(request(world, token), INITIALIZE);
        session = opened.headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow(() -> new IllegalStateException(opened.statusCode() + " " + opened.body()));
        HttpResponse<String> unused = send(
                request(world, token).header("Mcp-Session-Id", session),
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    private static HttpRequest.Builder request(CredentialFixture world, String token) {
        return HttpRequest.newBuilder(world.front().uri())
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
                        request(world, token)
                                .header("Mcp-Session-Id", session)
                                .header("MCP-Protocol-Version", "2025-11-25"),
                        "{\"jsonrpc\":\"2.0\",\"id\":" + id++
                                + ",\"method\":\"tools/call\",\"params\":{\"name\":\"who\",\"arguments\":{}}}")
                .body();
    }

    /** Returns the error that a client gets for its handshake or its first call. */
    static String refusal(CredentialFixture world, Revision downstream, String token)
            throws IOException, InterruptedException {
        if (!downstream.isStateless()) {
            return send(request(world, token), INITIALIZE).body();
        }
        return send(
                        request(world, token)
                                .header("MCP-Protocol-Version", "2026-07-28")
                                .header("Mcp-Method", "tools/call")
                                .header("Mcp-Name", "who"),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"who\",\"arguments\":{}"
                                + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}")
                .body();
    }

    /** Asserts that a caller without upstream credentials gets an error without internals. */
    static void hasNoCredentials(CredentialFixture world, Revision downstream, String token)
            throws IOException, InterruptedException {
        long startedAt = System.nanoTime();
        assertThat(refusal(world, downstream, token))
                .contains("\"code\":-32603")
                .contains("The guard has no valid credentials for the upstream server")
                .doesNotContain("secret")
                .doesNotContain("tickets")
                .doesNotContain(world.issuer.issuer());
        assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isLessThan(Duration.ofSeconds(20));
    }

    /**
     * Calls a tool that requests input, without a session: first without state, then with state and input response.
     *
     * @return the state, or null for a result
     */
    static @Nullable String ask(CredentialFixture world, String token, @Nullable String state)
            throws IOException, InterruptedException {
        String more = state == null ? "" : ",\"requestState\":" + Json.of(state) + ",\"inputResponses\":" + responses;
        String body = send(
                        request(world, token)
                                .header("MCP-Protocol-Version", "2026-07-28")
                                .header("Mcp-Method", "tools/call")
                                .header("Mcp-Name", "ask"),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\",\"arguments\":{}"
                                + more + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
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
        Json given = result.get("requestState");
        if (given == null) {
            return null;
        }
        StringBuilder all = new StringBuilder("{");
        for (String key : result.get("inputRequests").members().keySet()) {
            all.append(all.length() > 1 ? "," : "")
                    .append(Json.of(key))
                    .append(":{\"action\":\"accept\",\"content\":{\"name\":\"Bo\"}}");
        }
        responses = all.append("}").toString();
        return given.string();
    }

    private static String responses = "{}";

    @Override
    public void close() {
        // The guard ends the session.
    }
}
