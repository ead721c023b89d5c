package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.Subscription;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.model.Content;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Issue 20, section 1: whatever happens to a stream, a session or a connection, a tool call is executed once and holds
 * nothing after its response, and a server that ends its streams is not contacted endlessly.
 */
class BrokenStreamTest {
    private static final String EVENT_STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final String TOOL_LIST = "{\"tools\":[{\"name\":\"pay\",\"inputSchema\":{\"type\":\"object\"}}]}";
    private static final String PAID_RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"paid\"}]}";

    private static String createResponse(String body, String result) {
        Matcher id = ID.matcher(body);
        assertThat(id.find()).isTrue();
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result + "}";
    }

    private static String createInitializeResult(String revision) {
        return "{\"protocolVersion\":\"" + revision
                + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
    }

    /** Responds like a server with a session and one tool; returns false for the tool call and for GET. */
    private static boolean handleCommonRequest(
            ScriptedHttpServer.ReceivedRequest request, ScriptedHttpServer.ResponseWriter out) throws IOException {
        String body = request.body();
        if (body.contains("\"initialize\"")) {
            out.respond(
                    200,
                    "Content-Type: application/json\r\nMcp-Session-Id: s" + request.number() + "\r\n",
                    createResponse(body, createInitializeResult("2025-11-25")));
        } else if (body.contains("\"tools/list\"")) {
            out.respondJson(createResponse(body, TOOL_LIST));
        } else if (request.method().equals("DELETE") || request.method().equals("POST") && !body.contains("\"id\"")) {
            out.respond(202, "", "");
        } else {
            return false;
        }
        return true;
    }

    private static long countToolCalls(ScriptedHttpServer server) {
        return server.requests.stream()
                .filter(request -> request.body().contains("tools/call"))
                .count();
    }

    private static McpClient connect(ServerTarget target, Revision revision) {
        return McpClient.builder("test", "1")
                .revisions(revision)
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .reconnectDelay(Duration.ofMillis(10))
                        .build())
                .connect(target);
    }

    private static ServerTarget httpTarget(URI uri) {
        return ServerTarget.http(uri);
    }

    @Test
    void a_call_is_not_repeated_when_the_session_is_lost_while_its_stream_is_resumed() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
                    if (handleCommonRequest(request, out)) {
                        return;
                    }
                    if (request.method().equals("POST")) {
                        out.write(EVENT_STREAM + "id: e1\nretry: 1\ndata:\n\n").closeConnection();
                    } else {
                        out.respond(request.header("Last-Event-ID") == null ? 405 : 404, "", "");
                    }
                });
                McpClient client = connect(httpTarget(server.uri("/mcp")), Revision.V2025_11_25)) {
            assertThatThrownBy(() -> client.callTool("pay", Map.of()))
                    .isExactlyInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("404");
            assertThat(countToolCalls(server)).isEqualTo(1);
            assertThat(client.tools().toList()).hasSize(1);
        }
    }

    @Test
    void over_http_and_sse_a_call_is_not_repeated_when_its_connection_ends_without_a_response() throws Exception {
        AtomicReference<ScriptedHttpServer.ResponseWriter> stream = new AtomicReference<>();
        CountDownLatch release = new CountDownLatch(1);
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
                    String body = request.body();
                    if (request.method().equals("GET")) {
                        stream.set(out.write(EVENT_STREAM + "event: endpoint\ndata: /post\n\n"));
                        release.await();
                    } else if (body.contains("tools/call")) {
                        out.closeConnection();
                    } else {
                        out.respond(202, "", "");
                        if (body.contains("\"id\"")) {
                            String result =
                                    body.contains("\"initialize\"") ? createInitializeResult("2024-11-05") : TOOL_LIST;
                            stream.get().write("event: message\ndata: " + createResponse(body, result) + "\n\n");
                        }
                    }
                });
                McpClient client = connect(ServerTarget.httpSse(server.uri("/sse")), Revision.V2024_11_05)) {
            assertThatThrownBy(() -> client.callTool("pay", Map.of())).isInstanceOf(ConnectionFailedException.class);
            assertThat(countToolCalls(server)).isEqualTo(1);
        } finally {
            release.countDown();
        }
    }

    /**
     * The server may respond on any stream; the stream of the request may end within two seconds, then it is closed.
     */
    @Test
    void the_stream_of_a_request_whose_response_arrived_on_another_stream_is_closed() throws Exception {
        AtomicReference<ScriptedHttpServer.ResponseWriter> standaloneStream = new AtomicReference<>();
        CountDownLatch streamOpened = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
                    if (handleCommonRequest(request, out)) {
                        return;
                    }
                    if (request.method().equals("GET")) {
                        standaloneStream.set(out.write(EVENT_STREAM));
                        streamOpened.countDown();
                        release.await();
                    } else {
                        out.write(EVENT_STREAM);
                        streamOpened.await();
                        standaloneStream.get().write("data: " + createResponse(request.body(), PAID_RESULT) + "\n\n");
                        writeUntilClosed(out, closed);
                    }
                });
                McpClient client = connect(httpTarget(server.uri("/mcp")), Revision.V2025_11_25)) {
            assertThat(client.callTool("pay", Map.of()).content()).containsExactly(Content.text("paid"));
            assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            release.countDown();
        }
    }

    private static void writeUntilClosed(ScriptedHttpServer.ResponseWriter out, CountDownLatch closed)
            throws Exception {
        try {
            while (true) {
                out.write(": still here\n\n");
                Thread.sleep(50);
            }
        } finally {
            closed.countDown();
        }
    }

    /** With a constant delay there would be more than a hundred in that time. */
    @Test
    void a_subscription_that_repeatedly_ends_at_once_is_reopened_with_growing_delays() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
                    String body = request.body();
                    if (body.contains("server/discover")) {
                        out.respondJson(createResponse(
                                body,
                                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                                        + "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true}},"
                                        + "\"ttlMs\":0,\"cacheScope\":\"private\"}"));
                    } else {
                        out.write(EVENT_STREAM + "data: " + createAcknowledgement(body) + "\n\n")
                                .closeConnection();
                    }
                });
                McpClient client = connect(httpTarget(server.uri("/mcp")), Revision.V2026_07_28);
                Subscription subscription = client.subscribe("a://b")) {
            assertThat(subscription).isNotNull();
            Thread.sleep(2000);
            assertThat(server.requests.stream()
                            .filter(request -> request.body().contains("subscriptions/listen"))
                            .count())
                    .isBetween(3L, 20L);
        }
    }

    private static String createAcknowledgement(String body) {
        Matcher id = ID.matcher(body);
        assertThat(id.find()).isTrue();
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
                + "\"notifications\":{\"resourceSubscriptions\":[\"a://b\"]},"
                + "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + id.group(1) + "}}}";
    }
}
