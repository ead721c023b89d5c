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
    private static final Demo DEMO = new Demo();
    private static TenonHttpServer http;

    @BeforeAll
    static void start() {
        http = DEMO.http().start();
    }

    @AfterAll
    static void stop() {
        DEMO.close();
        http.close();
    }

    @Test
    @Covers({"2026-07-28/http/single-endpoint-post", "core/http/response-content-type"})
    void a_stateless_call_gets_a_json_response() throws Exception {
        Client client = new Client(http.uri());

        HttpResponse<String> response =
                client.send(client.postModern(Client.modern(7, "tools/call", Client.call("echo", "\"text\":\"hi\""))));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.headers().firstValue("content-length")).isPresent();
        Json answer = Json.parse(response.body());
        assertThat(answer.get("id").toString()).isEqualTo("7");
        assertThat(answer.get("result")
                        .get("content")
                        .elements()
                        .get(0)
                        .get("text")
                        .string())
                .isEqualTo("hi");
    }

    @Test
    void a_non_blocking_tool_runs_on_the_event_loop() throws Exception {
        Client client = new Client(http.uri());

        Json answer =
                client.ask(client.postModern(Client.modern(1, "tools/call", Client.call("quick", "\"text\":\"hi\""))));

        assertThat(answer.get("result")
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
        Client client = new Client(http.uri());

        Json opened = client.initialize(revision);
        Json tools = client.ask(client.post(Client.legacy(1, "tools/list", "")));
        HttpResponse<String> notified =
                client.send(client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        HttpResponse<String> ended = client.send(client.request().DELETE().build());
        HttpResponse<String> afterwards = client.send(client.post(Client.legacy(2, "tools/list", "")));

        assertThat(opened.get("result").get("protocolVersion").string()).isEqualTo(revision);
        assertThat(tools.get("result").get("tools").elements()).hasSize(4);
        assertThat(notified.statusCode()).isEqualTo(202);
        assertThat(notified.body()).isEmpty();
        assertThat(ended.statusCode()).isEqualTo(204);
        assertThat(ended.headers().firstValue("content-length")).isEmpty();
        assertThat(afterwards.statusCode()).isEqualTo(404);
    }

    @Test
    void progress_arrives_as_events_before_the_result() throws Exception {
        Client client = new Client(http.uri());

        try (Client.Events events =
                client.stream(client.postModern(Client.modern(3, "tools/call", Client.call("wait", ""))))) {
            assertThat(events.response().headers().firstValue("content-type")).contains("text/event-stream");
            Json first = events.message();
            int running = DEMO.server.status().requests();
            DEMO.goOn.countDown();
            var rest = events.rest();

            assertThat(first.get("method").string()).isEqualTo("notifications/progress");
            assertThat(running).as("sent at once, not at the end").isPositive();
            assertThat(rest.get(rest.size() - 1).get("result")).isNotNull();
        }
    }
}
