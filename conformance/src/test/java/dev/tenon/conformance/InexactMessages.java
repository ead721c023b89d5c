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

/** For each check of the form of messages one message that fails it. */
final class InexactMessages {
    private InexactMessages() {}

    /**
     * Sends them, over a connection and over HTTP.
     *
     * @param begun released when the tool {@code slow} begins
     * @param released lets it end
     */
    static void areRefused(McpServer server, URI http, Revision era, Semaphore begun, Semaphore released)
            throws Exception {
        try (TestConnection door = new MemoryTestConnection(server, era)) {
            String list = request(era, "list", "tools/list", "");
            assertRefused(door.send(list.replace("\"jsonrpc\":\"2.0\",", "").getBytes(UTF_8), 1), -32600);
            assertRefused(door.send(request(era, "odd", "odd/method", "").getBytes(UTF_8), 1), -32601);
            byte[] slow =
                    request(era, "slow", "tools/call", ",\"name\":\"slow\"").getBytes(UTF_8);
            TestConnection.PendingResponse first = door.sendAsync(slow);
            begun.acquire();
            assertRefused(door.send(slow, 1), -32600);
            released.release();
            assertThat(first.await().toString()).contains("late");
        }
        assertThat(statusOfWrongHeader(http, era)).isEqualTo(400);
    }

    /** In a session the version that was not agreed on, else a method that the body does not name. */
    private static int statusOfWrongHeader(URI http, Revision era) throws Exception {
        HttpRequest.Builder request = post(http, request(era, "headers", "tools/list", ""));
        if (era.isStateless()) {
            request.header("MCP-Protocol-Version", era.wireName()).header("Mcp-Method", "prompts/list");
        } else {
            String session = sent(post(http, initialize(era)))
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            request.header("MCP-Protocol-Version", Revision.V2025_06_18.wireName())
                    .header("Mcp-Session-Id", session);
        }
        return sent(request).statusCode();
    }

    private static HttpRequest.Builder post(URI http, String body) {
        return HttpRequest.newBuilder(http)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static HttpResponse<String> sent(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String initialize(Revision era) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"open\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + era
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"inexact\",\"version\":\"1\"}}}";
    }

    private static void assertRefused(ReceivedMessages heard, int code) {
        assertThat(heard.toString()).contains("\"code\":" + code);
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
