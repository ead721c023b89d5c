package dev.tenon.http.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.SseEvent;
import dev.tenon.json.Json;
import dev.tenon.load.Await;
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
    private Demo demo;
    private TenonHttpServer http;
    private Client client;

    @BeforeEach
    void start() {
        demo = new Demo();
        http = demo.http().start();
        client = new Client(http.uri());
    }

    @AfterEach
    void stop() {
        demo.goOn.countDown();
        demo.close();
        http.close();
    }

    private HttpRequest get(String... headers) {
        HttpRequest.Builder request = client.request().setHeader("Accept", "text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.GET().build();
    }

    private static String method(Json message) {
        Json method = message.get("method");
        return method == null ? "" : method.string();
    }

    private void changeTheTools() {
        demo.server.addTool("extra").handler((input, call) -> "extra");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers({"legacy/http/get-stream-or-405", "legacy/http/get-stream-no-response", "legacy/http/no-broadcast"})
    void the_stream_of_a_session_opens_at_once_and_carries_changes_only(String revision) throws Exception {
        client.initialize(revision);

        try (Client.Events events = client.stream(get())) {
            assertThat(events.response().statusCode()).isEqualTo(200);
            assertThat(events.response().headers().firstValue("content-type")).contains("text/event-stream");
            Json response = client.ask(client.post(Client.legacy(1, "tools/list", "")));
            changeTheTools();
            Json first = events.message();
            client.send(client.request().DELETE().build());

            assertThat(response.get("result")).isNotNull();
            assertThat(method(first)).isEqualTo("notifications/tools/list_changed");
            assertThat(events.rest()).isEmpty();
        }
    }

    /** Issue 20, item 36: older Java clients drop events that do not name themselves. */
    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void events_of_the_stream_of_a_session_have_a_name(String revision) throws Exception {
        client.initialize(revision);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(client.open(get()), UTF_8))) {
            changeTheTools();
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

        try (Client.Events first = client.stream(get());
                Client.Events second = client.stream(get())) {
            changeTheTools();

            assertThat(method(second.message())).isEqualTo("notifications/tools/list_changed");
            assertThat(first.rest()).isEmpty();
        }
    }

    @Test
    void a_session_that_has_ended_has_no_stream() throws Exception {
        client.initialize("2025-11-25");
        client.send(client.request().DELETE().build());

        assertThat(client.send(get()).statusCode()).isEqualTo(404);
    }

    @Test
    @Covers({"legacy/http/event-id-unique", "legacy/http/resume-no-cross-stream"})
    void a_client_resumes_after_a_lost_connection() throws Exception {
        client.initialize("2025-11-25");
        Client.Events cut = client.stream(client.post(Client.legacy(1, "tools/call", Client.call("wait", ""))));
        SseEvent primed = cut.next();
        SseEvent progress = cut.next();
        cut.close();
        changeTheTools();
        demo.goOn.countDown();
        Await.until(() -> demo.server.status().requests() == 0);

        try (Client.Events again = client.stream(get("Last-Event-ID", progress.id()))) {
            List<Json> rest = again.rest();
            Client.Events fromTheStart = client.stream(get("Last-Event-ID", primed.id()));
            List<Json> all = fromTheStart.rest();

            assertThat(primed.hasNonEmptyData()).isFalse();
            assertThat(progress.hasNonEmptyData()).isTrue();
            assertThat(rest.stream().map(StreamTest::method)).doesNotContain("notifications/tools/list_changed");
            assertThat(rest.get(rest.size() - 1).get("id").toString()).isEqualTo("1");
            assertThat(all).hasSize(rest.size() + 1).endsWith(rest.toArray(Json[]::new));
        }
    }

    @Test
    void unread_messages_are_stored_for_the_stream_of_the_session() throws Exception {
        client.initialize("2025-11-25");
        Client.Events cut = client.stream(get());
        Await.until(() -> demo.server.status().openStreams() == 1);
        cut.close();
        Await.until(() -> demo.server.status().openStreams() == 0);
        changeTheTools();
        Thread.sleep(300);

        try (Client.Events again = client.stream(get())) {
            assertThat(method(again.message())).isEqualTo("notifications/tools/list_changed");
        }
    }

    /** Issue 20, item 15: also an id ahead of its stream. */
    @ParameterizedTest
    @ValueSource(strings = {"77-1", "no id of ours", "0-1"})
    void an_unknown_event_id_is_rejected(String id) throws Exception {
        client.initialize("2025-11-25");

        HttpResponse<String> response = client.send(get("Last-Event-ID", id));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("Last-Event-ID: no event of this session has had this id");
    }

    @Test
    void closing_the_connection_does_not_cancel_a_call_of_a_session() throws Exception {
        client.initialize("2025-11-25");
        Client.Events cut = client.stream(client.post(Client.legacy(1, "tools/call", Client.call("wait", ""))));
        cut.message();
        cut.close();

        assertThat(demo.interrupted.await(1, TimeUnit.SECONDS)).isFalse();
        assertThat(demo.server.status().requests()).isEqualTo(1);
    }

    @Test
    @Covers("2026-07-28/http/disconnect-cancels")
    void closing_the_connection_cancels_a_stateless_call() throws Exception {
        Client.Events cut = client.stream(client.postModern(Client.modern(1, "tools/call", Client.call("wait", ""))));
        cut.message();
        cut.close();

        assertThat(demo.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @Covers("2026-07-28/http/disconnect-cancels")
    void closing_the_connection_before_the_response_cancels_a_stateless_call(int pipelined) throws Exception {
        String call = Client.modern(1, "tools/call", Client.call("wait", "")).replace(",\"progressToken\":\"p1\"", "");
        String next = Client.modern(2, "tools/call", Client.call("echo", "\"text\":\"hi\""));
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(RawConnection.post("tools/call", "wait", call)
                    + RawConnection.post("tools/call", "echo", next).repeat(pipelined));
            assertThat(demo.waiting.await(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(demo.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
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
        String listen = Client.modern(
                9,
                "subscriptions/listen",
                "\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                        + "\"resourceSubscriptions\":[\"demo://a\"]}");

        try (Client.Events events = client.stream(client.postModern(listen))) {
            Json acknowledged = events.message();
            demo.server.addResource("demo://b").name("b").handler((request, call) -> "b");
            demo.server.notifyResourceUpdated("demo://b");
            demo.server.notifyResourceUpdated("demo://a");
            changeTheTools();
            Json updated = events.message();
            Json changed = events.message();
            demo.server.close(Duration.ofMillis(100));
            List<Json> rest = events.rest();

            assertThat(events.response().headers().firstValue("content-type")).contains("text/event-stream");
            assertThat(method(acknowledged)).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(acknowledged.get("params").get("notifications").members())
                    .containsOnlyKeys("toolsListChanged", "resourceSubscriptions");
            assertThat(method(updated)).isEqualTo("notifications/resources/updated");
            assertThat(updated.get("params").get("uri").string()).isEqualTo("demo://a");
            assertThat(method(changed)).isEqualTo("notifications/tools/list_changed");
            for (Json message : List.of(acknowledged, updated, changed)) {
                assertThat(subscription(message.get("params"))).isEqualTo("9");
            }
            assertThat(rest).hasSize(1);
            assertThat(rest.get(0).get("id").toString()).isEqualTo("9");
            assertThat(subscription(rest.get(0).get("result"))).isEqualTo("9");
        }
    }

    private static String subscription(Json holder) {
        return holder.get("_meta").get("io.modelcontextprotocol/subscriptionId").toString();
    }

    @Test
    @Covers("2026-07-28/subscriptions/no-state-across-reconnect")
    void a_subscription_ends_with_its_connection() throws Exception {
        String listen = Client.modern(9, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
        Client.Events events = client.stream(client.postModern(listen));
        events.message();
        int during = demo.server.status().subscriptions();
        events.close();

        assertThat(during).isEqualTo(1);
        Await.until(() -> demo.server.status().subscriptions() == 0);
    }

    @Test
    void a_quiet_stream_is_kept_alive_by_comments() throws Exception {
        HttpOptions lively = HttpOptions.DEFAULT.withKeepAlive(Duration.ofMillis(200));
        try (TenonHttpServer other = demo.http().options(lively).start();
                RawConnection connection = new RawConnection(other.port())) {
            String listen = Client.modern(9, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
            connection.send(RawConnection.post("subscriptions/listen", "", listen));
            connection.headOnly();

            assertThat(connection.chunk()).startsWith("data: ");
            assertThat(connection.chunk()).isEqualTo(":\n\n");
            assertThat(connection.chunk()).isEqualTo(":\n\n");
        }
    }

    @Test
    void a_client_that_does_not_read_is_disconnected_and_its_requests_are_cancelled() throws Exception {
        Limits limits = Limits.DEFAULT.toBuilder()
                .queue(new Limits.QueueLimits(16, 64 << 10, Duration.ofMillis(500)))
                .build();
        var outcome = new java.util.concurrent.CompletableFuture<Boolean>();
        McpServer chatty = McpServer.builder("chatty", "1")
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
        try (TenonHttpServer other = TenonHttpServer.builder(chatty)
                        .port(0)
                        .closeServersOnShutdown()
                        .start();
                RawConnection connection = new RawConnection(other.port())) {
            String call = Client.modern(1, "tools/call", Client.call("talk", ""))
                    .replace("\"progressToken\":\"p1\"", "\"io.modelcontextprotocol/logLevel\":\"debug\"");
            connection.socket.setReceiveBufferSize(4096);
            connection.send(RawConnection.post("tools/call", "talk", call));

            assertThat(outcome.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void messages_on_a_stream_arrive_in_order_and_complete() throws Exception {
        McpServer chatty = McpServer.builder("chatty", "1")
                .enableLogging()
                .tool("talk")
                .handler((input, call) -> {
                    for (int i = 0; i < 2000; i++) {
                        call.log(dev.tenon.model.LogLevel.ERROR, "talk", i);
                    }
                    return "said";
                })
                .build();
        try (TenonHttpServer other =
                TenonHttpServer.builder(chatty).port(0).closeServersOnShutdown().start()) {
            Client reader = new Client(other.uri());
            String call = Client.modern(1, "tools/call", Client.call("talk", ""))
                    .replace("\"progressToken\":\"p1\"", "\"io.modelcontextprotocol/logLevel\":\"debug\"");
            try (Client.Events events = reader.stream(reader.postModern(call))) {
                List<Json> all = events.rest();

                // Log messages beyond the rate limit are dropped; the others are in order.
                List<Integer> said = all.subList(0, all.size() - 1).stream()
                        .map(message -> Integer.valueOf(
                                message.get("params").get("data").toString()))
                        .toList();
                assertThat(said).hasSizeGreaterThan(50).isSorted().doesNotHaveDuplicates();
                assertThat(all.get(all.size() - 1).get("result")).isNotNull();
            }
        }
    }

    @Test
    @Covers({"legacy/http/session-terminated-404", "legacy/http/session-id-charset"})
    void a_session_id_is_visible_ascii_and_unknown_after_the_end() throws Exception {
        client.initialize("2025-06-18");
        HttpResponse<String> ended = client.send(client.request().DELETE().build());
        HttpResponse<String> again = client.send(client.request().DELETE().build());

        assertThat(client.session()).matches("[\\x21-\\x7E]{20,}");
        assertThat(ended.statusCode()).isEqualTo(204);
        assertThat(again.statusCode()).isEqualTo(404);
    }
}
