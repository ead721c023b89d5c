package dev.tenon.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.testkit.MemoryTestConnection;
import dev.tenon.testkit.ReceivedMessages;
import dev.tenon.testkit.TestConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Semaphore;

/** One invalid message for each check of the form of messages. */
final class InvalidMessages {
    private InvalidMessages() {}

    /**
     * Asserts that the messages are rejected, over a connection and over HTTP.
     *
     * @param started released when the tool {@code slow} starts
     * @param released lets the tool end
     */
    static void assertRejected(McpServer server, URI http, Revision era, Semaphore started, Semaphore released)
            throws Exception {
        try (TestConnection connection = new MemoryTestConnection(server, era)) {
            String list = request(era, "list", "tools/list", "");
            assertRejected(
                    connection.send(list.replace("\"jsonrpc\":\"2.0\",", "").getBytes(UTF_8), 1), -32600);
            assertRejected(connection.send(request(era, "odd", "odd/method", "").getBytes(UTF_8), 1), -32601);
            byte[] slow =
                    request(era, "slow", "tools/call", ",\"name\":\"slow\"").getBytes(UTF_8);
            TestConnection.PendingResponse first = connection.sendAsync(slow);
            started.acquire();
            assertRejected(connection.send(slow, 1), -32600);
            released.release();
            assertThat(first.await().toString()).contains("late");
        }
        assertThat(statusOfWrongHeader(http, era)).isEqualTo(400);
    }

    /**
     * Sends a wrong header: in a session another version than negotiated, otherwise another method than in the body.
     */
    private static int statusOfWrongHeader(URI http, Revision era) throws Exception {
        HttpRequest.Builder request = post(http, request(era, "headers", "tools/list", ""));
        if (era.isStateless()) {
            request.header("MCP-Protocol-Version", era.wireName()).header("Mcp-Method", "prompts/list");
        } else {
            String session = sendRequest(post(http, initialize(era)))
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            request.header("MCP-Protocol-Version", Revision.V2025_06_18.wireName())
                    .header("Mcp-Session-Id", session);
        }
        return sendRequest(request).statusCode();
    }

    private static HttpRequest.Builder post(URI http, String body) {
        return HttpRequest.newBuilder(http)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static HttpResponse<String> sendRequest(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String initialize(Revision era) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"open\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + era
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"inexact\",\"version\":\"1\"}}}";
    }

    private static void assertRejected(ReceivedMessages received, int code) {
        assertThat(received.toString()).contains("\"code\":" + code);
    }

    private static String request(Revision era, String id, String method, String members) {
        String meta = era.isStateless()
                ? "\"io.modelcontextprotocol/protocolVersion\":\"" + era
                        + "\",\"io.modelcontextprotocol/clientCapabilities\":{}"
                : "";
        return "{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"" + method + "\",\"params\":{\"_meta\":{" + meta
                + "}" + members + "}}";
    }
}
