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
class BrokenStreamsTest {
    private static final String EVENT_STREAM =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final String TOOL = "{\"tools\":[{\"name\":\"pay\",\"inputSchema\":{\"type\":\"object\"}}]}";
    private static final String PAID = "{\"content\":[{\"type\":\"text\",\"text\":\"paid\"}]}";

    private static String answer(String body, String result) {
        Matcher id = ID.matcher(body);
        assertThat(id.find()).isTrue();
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result + "}";
    }

    private static String initialized(String revision) {
        return "{\"protocolVersion\":\"" + revision
                + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
    }

    /** Responds like a server with a session and one tool; returns false for the tool call and for GET. */
    private static boolean isUsual(Scripted.Hit hit, Scripted.Out out) throws IOException {
        String body = hit.body();
        if (body.contains("\"initialize\"")) {
            out.answer(
                    200,
                    "Content-Type: application/json\r\nMcp-Session-Id: s" + hit.number() + "\r\n",
                    answer(body, initialized("2025-11-25")));
        } else if (body.contains("\"tools/list\"")) {
            out.json(answer(body, TOOL));
        } else if (hit.method().equals("DELETE") || hit.method().equals("POST") && !body.contains("\"id\"")) {
            out.answer(202, "", "");
        } else {
            return false;
        }
        return true;
    }

    private static long calls(Scripted server) {
        return server.hits.stream()
                .filter(hit -> hit.body().contains("tools/call"))
                .count();
    }

    private static McpClient client(ServerTarget target, Revision revision) {
        return McpClient.builder("test", "1")
                .revisions(revision)
                .limits(ClientLimits.DEFAULT.toBuilder()
                        .reconnectDelay(Duration.ofMillis(10))
                        .build())
                .connect(target);
    }

    private static ServerTarget http(URI uri) {
        return ServerTarget.http(uri);
    }

    @Test
    void a_call_is_not_repeated_when_the_session_is_lost_while_its_stream_is_resumed() throws Exception {
        try (Scripted server = new Scripted((hit, out) -> {
                    if (isUsual(hit, out)) {
                        return;
                    }
                    if (hit.method().equals("POST")) {
                        out.raw(EVENT_STREAM + "id: e1\nretry: 1\ndata:\n\n").hangUp();
                    } else {
                        out.answer(hit.header("Last-Event-ID") == null ? 405 : 404, "", "");
                    }
                });
                McpClient client = client(http(server.uri("/mcp")), Revision.V2025_11_25)) {
            assertThatThrownBy(() -> client.callTool("pay", Map.of()))
                    .isExactlyInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("404");
            assertThat(calls(server)).isEqualTo(1);
            assertThat(client.tools().toList()).hasSize(1);
        }
    }

    @Test
    void over_http_and_sse_a_call_is_not_repeated_when_its_connection_ends_without_a_response() throws Exception {
        AtomicReference<Scripted.Out> stream = new AtomicReference<>();
        CountDownLatch over = new CountDownLatch(1);
        try (Scripted server = new Scripted((hit, out) -> {
                    String body = hit.body();
                    if (hit.method().equals("GET")) {
                        stream.set(out.raw(EVENT_STREAM + "event: endpoint\ndata: /post\n\n"));
                        over.await();
                    } else if (body.contains("tools/call")) {
                        out.hangUp();
                    } else {
                        out.answer(202, "", "");
                        if (body.contains("\"id\"")) {
                            String result = body.contains("\"initialize\"") ? initialized("2024-11-05") : TOOL;
                            stream.get().raw("event: message\ndata: " + answer(body, result) + "\n\n");
                        }
                    }
                });
                McpClient client = client(ServerTarget.httpSse(server.uri("/sse")), Revision.V2024_11_05)) {
            assertThatThrownBy(() -> client.callTool("pay", Map.of())).isInstanceOf(ConnectionFailedException.class);
            assertThat(calls(server)).isEqualTo(1);
        } finally {
            over.countDown();
        }
    }

    /**
     * The server may respond on any stream; the stream of the request may end within two seconds, then it is closed.
     */
    @Test
    void the_stream_of_a_request_whose_response_arrived_on_another_stream_is_closed() throws Exception {
        AtomicReference<Scripted.Out> standing = new AtomicReference<>();
        CountDownLatch listens = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (Scripted server = new Scripted((hit, out) -> {
                    if (isUsual(hit, out)) {
                        return;
                    }
                    if (hit.method().equals("GET")) {
                        standing.set(out.raw(EVENT_STREAM));
                        listens.countDown();
                        over.await();
                    } else {
                        out.raw(EVENT_STREAM);
                        listens.await();
                        standing.get().raw("data: " + answer(hit.body(), PAID) + "\n\n");
                        untilClosed(out, closed);
                    }
                });
                McpClient client = client(http(server.uri("/mcp")), Revision.V2025_11_25)) {
            assertThat(client.callTool("pay", Map.of()).content()).containsExactly(Content.text("paid"));
            assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            over.countDown();
        }
    }

    private static void untilClosed(Scripted.Out out, CountDownLatch closed) throws Exception {
        try {
            while (true) {
                out.raw(": still here\n\n");
                Thread.sleep(50);
            }
        } finally {
            closed.countDown();
        }
    }

    /** With a constant delay there would be more than a hundred in that time. */
    @Test
    void a_subscription_that_repeatedly_ends_at_once_is_reopened_with_growing_delays() throws Exception {
        try (Scripted server = new Scripted((hit, out) -> {
                    String body = hit.body();
                    if (body.contains("server/discover")) {
                        out.json(answer(
                                body,
                                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                                        + "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true}},"
                                        + "\"ttlMs\":0,\"cacheScope\":\"private\"}"));
                    } else {
                        out.raw(EVENT_STREAM + "data: " + acknowledged(body) + "\n\n")
                                .hangUp();
                    }
                });
                McpClient client = client(http(server.uri("/mcp")), Revision.V2026_07_28);
                Subscription subscription = client.subscribe("a://b")) {
            assertThat(subscription).isNotNull();
            Thread.sleep(2000);
            assertThat(server.hits.stream()
                            .filter(hit -> hit.body().contains("subscriptions/listen"))
                            .count())
                    .isBetween(3L, 20L);
        }
    }

    private static String acknowledged(String body) {
        Matcher id = ID.matcher(body);
        assertThat(id.find()).isTrue();
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
                + "\"notifications\":{\"resourceSubscriptions\":[\"a://b\"]},"
                + "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + id.group(1) + "}}}";
    }
}
