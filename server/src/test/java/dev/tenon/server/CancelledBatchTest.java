package dev.tenon.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, "it holds": a batch ends when the client cancels its requests, also over HTTP (2025-03-26). */
@BlockedThreadCheck
class CancelledBatchTest {
    private static final String CANCEL =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";

    private final BlockingQueue<String> running = new LinkedBlockingQueue<>();
    private final McpServer server = TestServers.echoBuilder()
            .tool("wait")
            .inputSchema(TestServers.TEXT_INPUT)
            .handler((in, call) -> {
                running.add("wait");
                Thread.sleep(60_000);
                return "";
            })
            .build();
    private final HttpEndpoint endpoint = server.createHttpEndpoint(HttpOptions.DEFAULT);

    @AfterEach
    void close() {
        server.close(Duration.ZERO);
    }

    private static String buildCall(int id, String tool) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":{\"text\":\"x\"}}}";
    }

    private String openSession() throws Exception {
        RecordingResponse response = post(
                null,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-03-26\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
        response.body();
        return Objects.requireNonNull(response.session);
    }

    private RecordingResponse post(@Nullable String session, String body) {
        RecordingResponse response = new RecordingResponse();
        Objects.requireNonNull(endpoint.handleRequestHead(FakeRequestHead.json("POST", session), response))
                .onBody(body.getBytes(UTF_8));
        return response;
    }

    private void awaitRunning() throws InterruptedException {
        assertThat(running.poll(30, TimeUnit.SECONDS)).isEqualTo("wait");
    }

    private void endRequests(String endKind, String session) {
        if (endKind.equals("cancel")) {
            post(session, CANCEL);
        } else {
            endpoint.handleRequestHead(FakeRequestHead.json("DELETE", session), new RecordingResponse());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancel", "delete"})
    void a_batch_without_any_response_ends_as_an_empty_stream(String endKind) throws Exception {
        String session = openSession();
        RecordingResponse batch = post(session, "[" + buildCall(1, "wait") + "]");
        awaitRunning();

        endRequests(endKind, session);

        assertThat(batch.body()).doesNotContain("\"id\"");
        assertThat(batch.isStream).isTrue();
    }

    @Test
    void existing_responses_are_sent_when_the_other_requests_are_cancelled() throws Exception {
        String session = openSession();
        RecordingResponse batch = post(session, "[" + buildCall(1, "wait") + "," + buildCall(2, "echo") + "]");
        awaitRunning();

        endRequests("cancel", session);

        List<Json> responses = Json.parse(batch.body()).elements();
        assertThat(responses)
                .extracting(response -> response.get("id").toString())
                .containsExactly("2");
    }

    /** Stores the response until it is complete. */
    private static final class RecordingResponse implements HttpResponseWriter, HttpResponseStream {
        private final CompletableFuture<String> completeBody = new CompletableFuture<>();
        private final StringBuffer written = new StringBuffer();
        private volatile @Nullable String session;
        private volatile boolean isStream;

        String body() throws Exception {
            return completeBody.get(30, TimeUnit.SECONDS);
        }

        @Override
        public void send(int status, Map<String, String> headers, byte[] body) {
            session = headers.get("Mcp-Session-Id");
            completeBody.complete(new String(body, UTF_8));
        }

        @Override
        public HttpResponseStream openStream(Map<String, String> headers) {
            isStream = true;
            return this;
        }

        @Override
        public void onDisconnected(Runnable action) {}

        @Override
        public void write(byte[] bytes, Runnable done) {
            written.append(new String(bytes, UTF_8));
            done.run();
        }

        @Override
        public void end() {
            completeBody.complete(written.toString());
        }

        @Override
        public void abort() {
            completeBody.completeExceptionally(new IllegalStateException("aborted"));
        }
    }
}
