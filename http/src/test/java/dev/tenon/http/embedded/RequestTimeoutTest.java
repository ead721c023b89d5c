package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.load.Conditions;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A handler that does not end is cancelled, in a session and stateless. */
class RequestTimeoutTest {
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final HttpClient client = HttpClient.newHttpClient();
    private McpServer server;
    private TenonHttpServer http;

    @BeforeEach
    void open() {
        server = McpServer.builder("slow", "1")
                .limits(Limits.DEFAULT.toBuilder()
                        .requestTimeout(Duration.ofSeconds(1))
                        .build())
                .tool("stuck")
                .handler((in, call) -> {
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return "late";
                })
                .build();
        http = TenonHttpServer.builder(server).port(0).start();
    }

    @AfterEach
    void close() {
        http.close();
        server.close(Duration.ZERO);
    }

    private HttpResponse<String> post(String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(http.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .timeout(Duration.ofSeconds(20));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(
                request.POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String buildRequest(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    private void assertTimedOut(HttpResponse<String> response) throws Exception {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("did not finish within", "\"isError\":true");
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        Conditions.await(() -> server.status().requests() == 0);
    }

    @Test
    void a_stateless_request_gets_a_response_at_its_timeout() throws Exception {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
        assertTimedOut(post(
                buildRequest("tools/call", "\"name\":\"stuck\"," + meta),
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                "stuck"));
    }

    @Test
    void a_request_of_a_session_gets_a_response_at_its_timeout() throws Exception {
        String session = post(buildRequest(
                        "initialize",
                        "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}"))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        assertTimedOut(post(buildRequest("tools/call", "\"name\":\"stuck\""), "Mcp-Session-Id", session));
    }
}
