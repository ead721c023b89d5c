package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@BlockedThreadCheck
class RoundTripTest {
    private static final TestServer TEST_SERVER = new TestServer();
    private static TenonHttpServer http;

    @BeforeAll
    static void start() {
        http = TEST_SERVER.httpBuilder().start();
    }

    @AfterAll
    static void stop() {
        TEST_SERVER.close();
        http.close();
    }

    @Test
    @Covers({"2026-07-28/http/single-endpoint-post", "core/http/response-content-type"})
    void a_stateless_call_gets_a_json_response() throws Exception {
        TestClient client = new TestClient(http.uri());

        HttpResponse<String> response = client.send(client.buildModernPost(
                TestClient.modernRequest(7, "tools/call", TestClient.callParams("echo", "\"text\":\"hi\""))));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.headers().firstValue("content-length")).isPresent();
        Json message = Json.parse(response.body());
        assertThat(message.get("id").toString()).isEqualTo("7");
        assertThat(message.get("result")
                        .get("content")
                        .elements()
                        .get(0)
                        .get("text")
                        .string())
                .isEqualTo("hi");
    }

    @Test
    void a_non_blocking_tool_runs_on_the_event_loop() throws Exception {
        TestClient client = new TestClient(http.uri());

        Json response = client.sendAndReceive(client.buildModernPost(
                TestClient.modernRequest(1, "tools/call", TestClient.callParams("quick", "\"text\":\"hi\""))));

        assertThat(response.get("result")
                        .get("content")
                        .elements()
                        .get(0)
                        .get("text")
                        .string())
                .isEqualTo("hi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers({"legacy/http/single-endpoint", "core/http/notification-202"})
    void a_session_is_opened_used_and_ended(String revision) throws Exception {
        TestClient client = new TestClient(http.uri());

        Json opened = client.initialize(revision);
        Json tools = client.sendAndReceive(client.buildPost(TestClient.legacyRequest(1, "tools/list", "")));
        HttpResponse<String> notification =
                client.send(client.buildPost("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        HttpResponse<String> deletion =
                client.send(client.requestBuilder().DELETE().build());
        HttpResponse<String> afterDeletion =
                client.send(client.buildPost(TestClient.legacyRequest(2, "tools/list", "")));

        assertThat(opened.get("result").get("protocolVersion").string()).isEqualTo(revision);
        assertThat(tools.get("result").get("tools").elements()).hasSize(4);
        assertThat(notification.statusCode()).isEqualTo(202);
        assertThat(notification.body()).isEmpty();
        assertThat(deletion.statusCode()).isEqualTo(204);
        assertThat(deletion.headers().firstValue("content-length")).isEmpty();
        assertThat(afterDeletion.statusCode()).isEqualTo(404);
    }

    @Test
    void progress_arrives_as_events_before_the_result() throws Exception {
        TestClient client = new TestClient(http.uri());

        try (TestClient.EventStream events = client.openEvents(
                client.buildModernPost(TestClient.modernRequest(3, "tools/call", TestClient.callParams("wait", ""))))) {
            assertThat(events.response().headers().firstValue("content-type")).contains("text/event-stream");
            Json first = events.nextMessage();
            int running = TEST_SERVER.mcpServer.status().requests();
            TEST_SERVER.release.countDown();
            var rest = events.readRemaining();

            assertThat(first.get("method").string()).isEqualTo("notifications/progress");
            assertThat(running).as("sent at once, not at the end").isPositive();
            assertThat(rest.get(rest.size() - 1).get("result")).isNotNull();
        }
    }
}
