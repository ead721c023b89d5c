package dev.tenon.http.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.SseEvent;
import dev.tenon.json.Json;
import dev.tenon.load.Conditions;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@BlockedThreadCheck
class StreamTest {
    private TestServer testServer;
    private TenonHttpServer http;
    private TestClient client;

    @BeforeEach
    void start() {
        testServer = new TestServer();
        http = testServer.httpBuilder().start();
        client = new TestClient(http.uri());
    }

    @AfterEach
    void stop() {
        testServer.release.countDown();
        testServer.close();
        http.close();
    }

    private HttpRequest buildGet(String... headers) {
        HttpRequest.Builder request = client.requestBuilder().setHeader("Accept", "text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.GET().build();
    }

    private static String methodOf(Json message) {
        Json method = message.get("method");
        return method == null ? "" : method.string();
    }

    private void addTool() {
        testServer.mcpServer.addTool("extra").handler((input, call) -> "extra");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers({"legacy/http/get-stream-or-405", "legacy/http/get-stream-no-response", "legacy/http/no-broadcast"})
    void the_stream_of_a_session_opens_at_once_and_carries_changes_only(String revision) throws Exception {
        client.initialize(revision);

        try (TestClient.EventStream events = client.openEvents(buildGet())) {
            assertThat(events.response().statusCode()).isEqualTo(200);
            assertThat(events.response().headers().firstValue("content-type")).contains("text/event-stream");
            Json response = client.sendAndReceive(client.buildPost(TestClient.legacyRequest(1, "tools/list", "")));
            addTool();
            Json first = events.nextMessage();
            client.send(client.requestBuilder().DELETE().build());

            assertThat(response.get("result")).isNotNull();
            assertThat(methodOf(first)).isEqualTo("notifications/tools/list_changed");
            assertThat(events.readRemaining()).isEmpty();
        }
    }

    /** Issue 20, item 36: older Java clients drop events that do not name themselves. */
    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void events_of_the_stream_of_a_session_have_a_name(String revision) throws Exception {
        client.initialize(revision);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(client.openInput(buildGet()), UTF_8))) {
            addTool();
            List<String> event = new ArrayList<>();
            while (event.isEmpty() || !event.get(event.size() - 1).startsWith("data: {")) {
                event.add(lines.readLine());
            }
            assertThat(event).contains("event: message");
        }
    }

    @Test
    void a_second_stream_replaces_the_first() throws Exception {
        client.initialize("2025-11-25");

        try (TestClient.EventStream first = client.openEvents(buildGet());
                TestClient.EventStream second = client.openEvents(buildGet())) {
            addTool();

            assertThat(methodOf(second.nextMessage())).isEqualTo("notifications/tools/list_changed");
            assertThat(first.readRemaining()).isEmpty();
        }
    }

    @Test
    void a_session_that_has_ended_has_no_stream() throws Exception {
        client.initialize("2025-11-25");
        client.send(client.requestBuilder().DELETE().build());

        assertThat(client.send(buildGet()).statusCode()).isEqualTo(404);
    }

    @Test
    @Covers({"legacy/http/event-id-unique", "legacy/http/resume-no-cross-stream"})
    void a_client_resumes_after_a_lost_connection() throws Exception {
        client.initialize("2025-11-25");
        TestClient.EventStream lost = client.openEvents(
                client.buildPost(TestClient.legacyRequest(1, "tools/call", TestClient.callParams("wait", ""))));
        SseEvent initialEvent = lost.nextEvent();
        SseEvent progress = lost.nextEvent();
        lost.close();
        addTool();
        testServer.release.countDown();
        Conditions.await(() -> testServer.mcpServer.status().requests() == 0);

        try (TestClient.EventStream resumed = client.openEvents(buildGet("Last-Event-ID", progress.id()))) {
            List<Json> rest = resumed.readRemaining();
            TestClient.EventStream completeStream = client.openEvents(buildGet("Last-Event-ID", initialEvent.id()));
            List<Json> all = completeStream.readRemaining();

            assertThat(initialEvent.hasNonEmptyData()).isFalse();
            assertThat(progress.hasNonEmptyData()).isTrue();
            assertThat(rest.stream().map(StreamTest::methodOf)).doesNotContain("notifications/tools/list_changed");
            assertThat(rest.get(rest.size() - 1).get("id").toString()).isEqualTo("1");
            assertThat(all).hasSize(rest.size() + 1).endsWith(rest.toArray(Json[]::new));
        }
    }

    @Test
    void unread_messages_are_stored_for_the_stream_of_the_session() throws Exception {
        client.initialize("2025-11-25");
        TestClient.EventStream lost = client.openEvents(buildGet());
        Conditions.await(() -> testServer.mcpServer.status().openStreams() == 1);
        lost.close();
        Conditions.await(() -> testServer.mcpServer.status().openStreams() == 0);
        addTool();
        Thread.sleep(300);

        try (TestClient.EventStream resumed = client.openEvents(buildGet())) {
            assertThat(methodOf(resumed.nextMessage())).isEqualTo("notifications/tools/list_changed");
        }
    }

    /** Issue 20, item 15: also an id ahead of its stream. */
    @ParameterizedTest
    @ValueSource(strings = {"77-1", "no id of ours", "0-1"})
    void an_unknown_event_id_is_rejected(String id) throws Exception {
        client.initialize("2025-11-25");

        HttpResponse<String> response = client.send(buildGet("Last-Event-ID", id));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("Last-Event-ID: no event of this session has had this id");
    }

    @Test
    void closing_the_connection_does_not_cancel_a_call_of_a_session() throws Exception {
        client.initialize("2025-11-25");
        TestClient.EventStream lost = client.openEvents(
                client.buildPost(TestClient.legacyRequest(1, "tools/call", TestClient.callParams("wait", ""))));
        lost.nextMessage();
        lost.close();

        assertThat(testServer.interrupted.await(1, TimeUnit.SECONDS)).isFalse();
        assertThat(testServer.mcpServer.status().requests()).isEqualTo(1);
    }

    @Test
    @Covers("2026-07-28/http/disconnect-cancels")
    void closing_the_connection_cancels_a_stateless_call() throws Exception {
        TestClient.EventStream lost = client.openEvents(
                client.buildModernPost(TestClient.modernRequest(1, "tools/call", TestClient.callParams("wait", ""))));
        lost.nextMessage();
        lost.close();

        assertThat(testServer.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @Covers("2026-07-28/http/disconnect-cancels")
    void closing_the_connection_before_the_response_cancels_a_stateless_call(int pipelined) throws Exception {
        String call = TestClient.modernRequest(1, "tools/call", TestClient.callParams("wait", ""))
                .replace(",\"progressToken\":\"p1\"", "");
        String next = TestClient.modernRequest(2, "tools/call", TestClient.callParams("echo", "\"text\":\"hi\""));
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.buildPost("tools/call", "wait", call)
                    + RawConnection.buildPost("tools/call", "echo", next).repeat(pipelined));
            assertThat(testServer.waitStarted.await(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(testServer.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Covers({
        "2026-07-28/subscriptions/listen-sse",
        "2026-07-28/subscriptions/ack-first",
        "2026-07-28/subscriptions/ack-subset",
        "2026-07-28/subscriptions/opt-in-only",
        "2026-07-28/subscriptions/id-value",
        "2026-07-28/subscriptions/updated-only-listed",
        "2026-07-28/subscriptions/close-result-meta"
    })
    void a_subscription_is_acknowledged_delivers_changes_and_ends_with_its_result() throws Exception {
        String listen = TestClient.modernRequest(
                9,
                "subscriptions/listen",
                "\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                        + "\"resourceSubscriptions\":[\"demo://a\"]}");

        try (TestClient.EventStream events = client.openEvents(client.buildModernPost(listen))) {
            Json acknowledged = events.nextMessage();
            testServer.mcpServer.addResource("demo://b").name("b").handler((request, call) -> "b");
            testServer.mcpServer.notifyResourceUpdated("demo://b");
            testServer.mcpServer.notifyResourceUpdated("demo://a");
            addTool();
            Json updated = events.nextMessage();
            Json changed = events.nextMessage();
            testServer.mcpServer.close(Duration.ofMillis(100));
            List<Json> rest = events.readRemaining();

            assertThat(events.response().headers().firstValue("content-type")).contains("text/event-stream");
            assertThat(methodOf(acknowledged)).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(acknowledged.get("params").get("notifications").members())
                    .containsOnlyKeys("toolsListChanged", "resourceSubscriptions");
            assertThat(methodOf(updated)).isEqualTo("notifications/resources/updated");
            assertThat(updated.get("params").get("uri").string()).isEqualTo("demo://a");
            assertThat(methodOf(changed)).isEqualTo("notifications/tools/list_changed");
            for (Json message : List.of(acknowledged, updated, changed)) {
                assertThat(subscriptionId(message.get("params"))).isEqualTo("9");
            }
            assertThat(rest).hasSize(1);
            assertThat(rest.get(0).get("id").toString()).isEqualTo("9");
            assertThat(subscriptionId(rest.get(0).get("result"))).isEqualTo("9");
        }
    }

    private static String subscriptionId(Json holder) {
        return holder.get("_meta").get("io.modelcontextprotocol/subscriptionId").toString();
    }

    @Test
    @Covers("2026-07-28/subscriptions/no-state-across-reconnect")
    void a_subscription_ends_with_its_connection() throws Exception {
        String listen =
                TestClient.modernRequest(9, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
        TestClient.EventStream events = client.openEvents(client.buildModernPost(listen));
        events.nextMessage();
        int subscriptionCount = testServer.mcpServer.status().subscriptions();
        events.close();

        assertThat(subscriptionCount).isEqualTo(1);
        Conditions.await(() -> testServer.mcpServer.status().subscriptions() == 0);
    }

    @Test
    void a_quiet_stream_is_kept_alive_by_comments() throws Exception {
        HttpOptions options = HttpOptions.DEFAULT.withKeepAlive(Duration.ofMillis(200));
        try (TenonHttpServer other = testServer.httpBuilder().options(options).start();
                RawConnection connection = new RawConnection(other.port())) {
            String listen = TestClient.modernRequest(
                    9, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
            connection.send(RawConnection.buildPost("subscriptions/listen", "", listen));
            connection.readHead();

            assertThat(connection.readChunk()).startsWith("data: ");
            assertThat(connection.readChunk()).isEqualTo(":\n\n");
            assertThat(connection.readChunk()).isEqualTo(":\n\n");
        }
    }

    @Test
    void a_client_that_does_not_read_is_disconnected_and_its_requests_are_cancelled() throws Exception {
        Limits limits = Limits.DEFAULT.toBuilder()
                .queue(new Limits.QueueLimits(16, 64 << 10, Duration.ofMillis(500)))
                .build();
        var outcome = new java.util.concurrent.CompletableFuture<Boolean>();
        McpServer loggingServer = McpServer.builder("chatty", "1")
                .enableLogging()
                .limits(limits)
                .tool("talk")
                .handler((input, call) -> {
                    String text = "x".repeat(30_000);
                    for (int i = 0; i < 10_000 && !call.isCancelled(); i++) {
                        call.log(dev.tenon.model.LogLevel.ERROR, "talk", text);
                    }
                    outcome.complete(call.isCancelled());
                    return "said";
                })
                .build();
        try (TenonHttpServer other = TenonHttpServer.builder(loggingServer)
                        .port(0)
                        .closeServersOnShutdown()
                        .start();
                RawConnection connection = new RawConnection(other.port())) {
            String call = TestClient.modernRequest(1, "tools/call", TestClient.callParams("talk", ""))
                    .replace("\"progressToken\":\"p1\"", "\"io.modelcontextprotocol/logLevel\":\"debug\"");
            connection.socket.setReceiveBufferSize(4096);
            connection.send(RawConnection.buildPost("tools/call", "talk", call));

            assertThat(outcome.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void messages_on_a_stream_arrive_in_order_and_complete() throws Exception {
        McpServer loggingServer = McpServer.builder("chatty", "1")
                .enableLogging()
                .tool("talk")
                .handler((input, call) -> {
                    for (int i = 0; i < 2000; i++) {
                        call.log(dev.tenon.model.LogLevel.ERROR, "talk", i);
                    }
                    return "said";
                })
                .build();
        try (TenonHttpServer other = TenonHttpServer.builder(loggingServer)
                .port(0)
                .closeServersOnShutdown()
                .start()) {
            TestClient reader = new TestClient(other.uri());
            String call = TestClient.modernRequest(1, "tools/call", TestClient.callParams("talk", ""))
                    .replace("\"progressToken\":\"p1\"", "\"io.modelcontextprotocol/logLevel\":\"debug\"");
            try (TestClient.EventStream events = reader.openEvents(reader.buildModernPost(call))) {
                List<Json> all = events.readRemaining();

                // Log messages beyond the rate limit are dropped; the others are in order.
                List<Integer> loggedNumbers = all.subList(0, all.size() - 1).stream()
                        .map(message -> Integer.valueOf(
                                message.get("params").get("data").toString()))
                        .toList();
                assertThat(loggedNumbers).hasSizeGreaterThan(50).isSorted().doesNotHaveDuplicates();
                assertThat(all.get(all.size() - 1).get("result")).isNotNull();
            }
        }
    }

    @Test
    @Covers({"legacy/http/session-terminated-404", "legacy/http/session-id-charset"})
    void a_session_id_is_visible_ascii_and_unknown_after_the_end() throws Exception {
        client.initialize("2025-06-18");
        HttpResponse<String> ended =
                client.send(client.requestBuilder().DELETE().build());
        HttpResponse<String> repeatedDeletion =
                client.send(client.requestBuilder().DELETE().build());

        assertThat(client.session()).matches("[\\x21-\\x7E]{20,}");
        assertThat(ended.statusCode()).isEqualTo(204);
        assertThat(repeatedDeletion.statusCode()).isEqualTo(404);
    }
}
