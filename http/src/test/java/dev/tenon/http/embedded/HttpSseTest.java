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

    private TestServer testServer;
    private TenonHttpServer http;
    private TestClient client;

    @BeforeEach
    void start() {
        testServer = new TestServer();
        http = testServer.httpBuilder().httpSse("/sse").start();
        client = new TestClient(http.httpSseUri().orElseThrow());
    }

    @AfterEach
    void stop() {
        testServer.release.countDown();
        testServer.close();
        http.close();
    }

    private TestClient.EventStream openStream() throws Exception {
        return client.openEvents(client.requestBuilder()
                .setHeader("Accept", "text/event-stream")
                .GET()
                .build());
    }

    private URI readEndpoint(TestClient.EventStream events) throws Exception {
        SseEvent event = events.nextEvent();
        assertThat(event.name()).isEqualTo("endpoint");
        return http.uri().resolve(new String(event.data(), StandardCharsets.UTF_8));
    }

    private HttpResponse<String> post(URI endpoint, String body) throws Exception {
        TestClient messageClient = new TestClient(endpoint);
        HttpRequest request = messageClient.buildPost(body);
        return messageClient.send(request);
    }

    @Test
    @Covers({
        "2024-11-05/sse-legacy/two-endpoints",
        "2024-11-05/sse-legacy/endpoint-event",
        "2024-11-05/sse-legacy/message-events"
    })
    void a_client_gets_the_endpoint_and_its_responses_on_the_stream() throws Exception {
        try (TestClient.EventStream events = openStream()) {
            URI endpoint = readEndpoint(events);
            HttpResponse<String> accepted = post(endpoint, INITIALIZE);
            SseEvent opened = events.nextEvent();
            post(endpoint, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            post(endpoint, TestClient.legacyRequest(1, "tools/call", TestClient.callParams("echo", "\"text\":\"hi\"")));
            Json response = events.nextMessage();

            assertThat(accepted.statusCode()).isEqualTo(202);
            assertThat(opened.name()).isEqualTo("message");
            assertThat(new String(opened.data(), StandardCharsets.UTF_8)).contains("\"2024-11-05\"");
            assertThat(response.get("id").toString()).isEqualTo("1");
            assertThat(response.toString()).contains("\"hi\"");
        }
    }

    @Test
    void it_is_disabled_by_default() throws Exception {
        try (TenonHttpServer defaultServer = testServer.httpBuilder().start()) {
            TestClient sseClient = new TestClient(defaultServer.uri().resolve("/sse"));

            assertThat(sseClient.send(sseClient.requestBuilder().GET().build()).statusCode())
                    .isEqualTo(404);
            assertThat(defaultServer.httpSseUri()).isEmpty();
        }
    }

    @Test
    void an_invalid_message_is_rejected_on_the_stream() throws Exception {
        try (TestClient.EventStream events = openStream()) {
            URI endpoint = readEndpoint(events);

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
        TestClient.EventStream events = openStream();
        URI endpoint = readEndpoint(events);
        post(endpoint, INITIALIZE);
        events.nextMessage();
        post(endpoint, TestClient.legacyRequest(1, "tools/call", TestClient.callParams("wait", "")));
        events.nextMessage();
        events.close();

        assertThat(testServer.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (testServer.mcpServer.status().sessions() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(testServer.mcpServer.status().sessions()).isZero();
        assertThat(post(endpoint, INITIALIZE).statusCode()).isEqualTo(404);
    }
}
