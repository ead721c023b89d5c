package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.SseEvent;
import dev.tenon.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@BlockedThreadCheck
class HttpSseTest {
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

    private Demo demo;
    private TenonHttpServer http;
    private Client client;

    @BeforeEach
    void start() {
        demo = new Demo();
        http = demo.http().httpSse("/sse").start();
        client = new Client(http.httpSseUri().orElseThrow());
    }

    @AfterEach
    void stop() {
        demo.goOn.countDown();
        demo.close();
        http.close();
    }

    private Client.Events open() throws Exception {
        return client.stream(
                client.request().setHeader("Accept", "text/event-stream").GET().build());
    }

    private URI endpoint(Client.Events events) throws Exception {
        SseEvent event = events.next();
        assertThat(event.name()).isEqualTo("endpoint");
        return http.uri().resolve(new String(event.data(), StandardCharsets.UTF_8));
    }

    private HttpResponse<String> post(URI endpoint, String body) throws Exception {
        Client poster = new Client(endpoint);
        HttpRequest request = poster.post(body);
        return poster.send(request);
    }

    @Test
    @Covers({
        "2024-11-05/sse-legacy/two-endpoints",
        "2024-11-05/sse-legacy/endpoint-event",
        "2024-11-05/sse-legacy/message-events"
    })
    void a_client_gets_the_endpoint_and_its_responses_on_the_stream() throws Exception {
        try (Client.Events events = open()) {
            URI endpoint = endpoint(events);
            HttpResponse<String> accepted = post(endpoint, INITIALIZE);
            SseEvent opened = events.next();
            post(endpoint, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            post(endpoint, Client.legacy(1, "tools/call", Client.call("echo", "\"text\":\"hi\"")));
            Json answer = events.message();

            assertThat(accepted.statusCode()).isEqualTo(202);
            assertThat(opened.name()).isEqualTo("message");
            assertThat(new String(opened.data(), StandardCharsets.UTF_8)).contains("\"2024-11-05\"");
            assertThat(answer.get("id").toString()).isEqualTo("1");
            assertThat(answer.toString()).contains("\"hi\"");
        }
    }

    @Test
    void it_is_disabled_by_default() throws Exception {
        try (TenonHttpServer without = demo.http().start()) {
            Client elsewhere = new Client(without.uri().resolve("/sse"));

            assertThat(elsewhere.send(elsewhere.request().GET().build()).statusCode())
                    .isEqualTo(404);
            assertThat(without.httpSseUri()).isEmpty();
        }
    }

    @Test
    void an_invalid_message_is_rejected_on_the_stream() throws Exception {
        try (Client.Events events = open()) {
            URI endpoint = endpoint(events);

            HttpResponse<String> response = post(endpoint, "{");

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(Json.parse(response.body()).get("error").get("code").toString())
                    .isEqualTo("-32700");
        }
    }

    @Test
    void an_unknown_stream_accepts_no_messages() throws Exception {
        assertThat(post(http.uri().resolve("/sse/message?sessionId=guessed"), INITIALIZE)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void closing_the_stream_ends_the_session() throws Exception {
        Client.Events events = open();
        URI endpoint = endpoint(events);
        post(endpoint, INITIALIZE);
        events.message();
        post(endpoint, Client.legacy(1, "tools/call", Client.call("wait", "")));
        events.message();
        events.close();

        assertThat(demo.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (demo.server.status().sessions() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(demo.server.status().sessions()).isZero();
        assertThat(post(endpoint, INITIALIZE).statusCode()).isEqualTo(404);
    }
}
