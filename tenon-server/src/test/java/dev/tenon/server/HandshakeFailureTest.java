package dev.tenon.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.HttpResponseStream;
import dev.tenon.server.http.HttpResponseWriter;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client whose {@code initialize} a relay cannot serve is told so (issue 20, steady). */
class HandshakeFailureTest {
    private static final byte[] INITIALIZE =
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                            + "\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}")
                    .getBytes(UTF_8);

    private final CompletableFuture<String> answer = new CompletableFuture<>();
    private Throwable failure = new IllegalStateException("a bad relay");

    private final McpServer server =
            McpServer.builder("front", "1").forwarder(client -> fail()).build();

    private ForwardingSession fail() throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (Exception) failure;
    }

    private String answer() throws Exception {
        return answer.get(30, TimeUnit.SECONDS);
    }

    private void fails(String how) {
        failure = how.equals("exception") ? new IllegalStateException(how) : new AssertionError(how);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error"})
    void over_http_a_relay_that_fails_is_an_internal_error(String how) throws Exception {
        fails(how);
        try (server) {
            server.createHttpEndpoint(HttpOptions.DEFAULT)
                    .handleHead(FakeHead.json("POST", null), new Reply())
                    .onBody(INITIALIZE);

            assertThat(answer()).startsWith("500 ").contains("\"id\":1", "-32603", "Internal error (incident ");
            assertThat(server.status().sessions()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error"})
    void on_a_connection_a_relay_that_fails_is_an_internal_error(String how) throws Exception {
        fails(how);
        try (server) {
            Wire wire = new Wire();
            server.connect(wire, "wire", null);
            wire.receiver.onMessage(INITIALIZE);

            assertThat(answer()).contains("\"id\":1", "-32603", "Internal error (incident ");
            assertThat(server.status().sessions()).isZero();
        }
    }

    @Test
    void over_http_a_server_that_is_shutting_down_says_so() throws Exception {
        HttpEndpoint endpoint = server.createHttpEndpoint(HttpOptions.DEFAULT);
        server.close(Duration.ZERO);

        endpoint.handleHead(FakeHead.json("POST", null), new Reply()).onBody(INITIALIZE);

        assertThat(answer()).startsWith("429 ").contains("\"id\":1", "shutting down");
    }

    @Test
    void on_a_connection_a_server_that_is_shutting_down_says_so() throws Exception {
        Wire wire = new Wire();
        server.connect(wire, "wire", null);
        server.close(Duration.ZERO);

        wire.receiver.onMessage(INITIALIZE);

        assertThat(answer()).contains("\"id\":1", "429", "shutting down");
    }

    private final class Reply implements HttpResponseWriter {
        @Override
        public void send(int status, Map<String, String> headers, byte[] body) {
            answer.complete(status + " " + new String(body, UTF_8));
        }

        @Override
        public HttpResponseStream openStream(Map<String, String> headers) {
            throw new AssertionError("no stream was asked for");
        }

        @Override
        public void onClosed(Runnable action) {}
    }

    /** A channel that stays open when the server closes it, as one does whose last messages are on their way. */
    private final class Wire implements DuplexChannel {
        private MessageReceiver receiver;

        @Override
        public void open(MessageReceiver opened) {
            receiver = opened;
        }

        @Override
        public void send(byte[] message) {
            enqueue(message);
        }

        @Override
        public void enqueue(byte[] message) {
            answer.complete(new String(message, UTF_8));
        }

        @Override
        public boolean trySend(byte[] message) {
            enqueue(message);
            return true;
        }

        @Override
        public void onWritable(Runnable action) {}

        @Override
        public void close() {}
    }
}
