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

/** Tests that a client gets an error if the forwarder cannot serve {@code initialize} (issue 20, steady). */
class HandshakeFailureTest {
    private static final byte[] INITIALIZE =
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                            + "\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}")
                    .getBytes(UTF_8);

    private final CompletableFuture<String> response = new CompletableFuture<>();
    private Throwable failure = new IllegalStateException("a bad relay");

    private final McpServer server =
            McpServer.builder("front", "1").forwarder(client -> throwFailure()).build();

    private ForwardingSession throwFailure() throws Exception {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (Exception) failure;
    }

    private String awaitResponse() throws Exception {
        return response.get(30, TimeUnit.SECONDS);
    }

    private void setFailure(String failureKind) {
        failure = failureKind.equals("exception")
                ? new IllegalStateException(failureKind)
                : new AssertionError(failureKind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error"})
    void over_http_a_failing_forwarder_is_an_internal_error(String failureKind) throws Exception {
        setFailure(failureKind);
        try (server) {
            server.createHttpEndpoint(HttpOptions.DEFAULT)
                    .handleRequestHead(FakeRequestHead.json("POST", null), new RecordingResponseWriter())
                    .onBody(INITIALIZE);

            assertThat(awaitResponse()).startsWith("500 ").contains("\"id\":1", "-32603", "Internal error (incident ");
            assertThat(server.status().sessions()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error"})
    void on_a_connection_a_failing_forwarder_is_an_internal_error(String failureKind) throws Exception {
        setFailure(failureKind);
        try (server) {
            LingeringChannel channel = new LingeringChannel();
            server.connect(channel, "wire", null);
            channel.receiver.onMessage(INITIALIZE);

            assertThat(awaitResponse()).contains("\"id\":1", "-32603", "Internal error (incident ");
            assertThat(server.status().sessions()).isZero();
        }
    }

    @Test
    void over_http_a_server_that_is_shutting_down_responds_with_an_error() throws Exception {
        HttpEndpoint endpoint = server.createHttpEndpoint(HttpOptions.DEFAULT);
        server.close(Duration.ZERO);

        endpoint.handleRequestHead(FakeRequestHead.json("POST", null), new RecordingResponseWriter())
                .onBody(INITIALIZE);

        assertThat(awaitResponse()).startsWith("429 ").contains("\"id\":1", "shutting down");
    }

    @Test
    void on_a_connection_a_server_that_is_shutting_down_responds_with_an_error() throws Exception {
        LingeringChannel channel = new LingeringChannel();
        server.connect(channel, "wire", null);
        server.close(Duration.ZERO);

        channel.receiver.onMessage(INITIALIZE);

        assertThat(awaitResponse()).contains("\"id\":1", "429", "shutting down");
    }

    private final class RecordingResponseWriter implements HttpResponseWriter {
        @Override
        public void send(int status, Map<String, String> headers, byte[] body) {
            response.complete(status + " " + new String(body, UTF_8));
        }

        @Override
        public HttpResponseStream openStream(Map<String, String> headers) {
            throw new AssertionError("no stream was asked for");
        }

        @Override
        public void onDisconnected(Runnable action) {}
    }

    /** A channel that stays open when the server closes it, like one with messages in transit. */
    private final class LingeringChannel implements DuplexChannel {
        private MessageReceiver receiver;

        @Override
        public void open(MessageReceiver opened) {
            receiver = opened;
        }

        @Override
        public void send(byte[] message) {
            enqueueEvenIfFull(message);
        }

        @Override
        public void enqueueEvenIfFull(byte[] message) {
            response.complete(new String(message, UTF_8));
        }

        @Override
        public boolean trySend(byte[] message) {
            enqueueEvenIfFull(message);
            return true;
        }

        @Override
        public void onWritable(Runnable action) {}

        @Override
        public void close() {}
    }
}
