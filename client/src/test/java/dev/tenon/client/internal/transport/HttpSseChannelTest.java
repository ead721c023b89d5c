package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.internal.transport.network.HttpSseChannel;
import dev.tenon.coverage.Covers;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.internal.concurrent.HandlerExecutors;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSseChannelTest {
    private final ExecutorService threads = HandlerExecutors.create();
    private final RecordingListener listener = new RecordingListener();

    @AfterEach
    void stop() {
        HandlerExecutors.shutDownNowAndAwait(threads);
    }

    private ChannelTransport createTransport(URI uri) {
        HttpSseChannel channel =
                new HttpSseChannel(ServerTarget.httpSse(uri), HttpFixture.LIMITS, threads, RecordingReceiver.TIMER);
        return new ChannelTransport(channel, channel::closeReason);
    }

    @Test
    @Covers("2024-11-05/sse-legacy/post-to-endpoint")
    void a_real_server_is_used_over_http_and_sse() throws Exception {
        try (TransportTestServer testServer = new TransportTestServer();
                TenonHttpServer http =
                        testServer.httpServerBuilder().httpSse("/sse").start();
                ChannelTransport transport = createTransport(http.httpSseUri().orElseThrow())) {
            transport.open(listener);
            transport.send(ClientMessages.initializeRequest("2024-11-05"), MirroredHeaders.NONE);
            assertThat(listener.nextEvent("message").text()).contains("\"2024-11-05\"");
            transport.send(ClientMessages.initializedNotification(), MirroredHeaders.NONE);
            transport.send(ClientMessages.toolCall(1, "echo", "\"text\":\"hi\""), MirroredHeaders.NONE);
            RecordingListener.Event response = listener.nextEvent("message");
            assertThat(response.text()).contains("\"hi\"");
            assertThat(response.id()).isNull();
            transport.close();
            assertThat(listener.nextEvent("closed").text()).contains("this client");
            assertThat(transport.isOpen()).isFalse();
        }
    }

    /** Starts a server that adds the posts to the queue in their order; its stream starts with the text. */
    private static ScriptedHttpServer startServer(String streamStart, BlockingQueue<String> posts) throws Exception {
        return new ScriptedHttpServer((request, out) -> {
            if (request.method().equals("GET")) {
                out.startEventStream().write(streamStart);
                Thread.sleep(60_000);
            } else {
                posts.add(request.path() + " " + request.body());
                out.respond(202, "", "Accepted");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/post",
                "//example.com/post",
                "https://127.0.0.1/post",
                "file:///etc/passwd",
                "http://[broken"
            })
    @Covers("2024-11-05/sse-legacy/endpoint-same-origin")
    void an_endpoint_on_another_server_is_rejected(String endpoint) throws Exception {
        try (ScriptedHttpServer server =
                        startServer("event: endpoint\ndata: " + endpoint + "\n\n", new LinkedBlockingQueue<>());
                ChannelTransport transport = createTransport(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(listener))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining(endpoint)
                    .hasMessageContaining("not used");
            assertThat(transport.isOpen()).isFalse();
            assertThat(listener.hasNoEvent(100)).isTrue();
        }
    }

    @Test
    @Covers("2024-11-05/sse-legacy/post-to-endpoint")
    void a_relative_endpoint_is_resolved_against_the_stream() throws Exception {
        BlockingQueue<String> posts = new LinkedBlockingQueue<>();
        try (ScriptedHttpServer server = startServer(": hi\n\nevent: endpoint\ndata: post?s=1\n\n", posts);
                ChannelTransport transport = createTransport(server.uri("/a/sse"))) {
            transport.open(listener);
            for (int i = 1; i <= 20; i++) {
                transport.send(ClientMessages.ping(i), MirroredHeaders.NONE);
            }
            for (int i = 1; i <= 20; i++) {
                assertThat(posts.poll(30, TimeUnit.SECONDS))
                        .startsWith("/a/post?s=1 ")
                        .contains("\"id\":" + i + ",");
            }
        }
    }

    @Test
    void a_stream_without_an_initial_endpoint_event_is_not_http_sse() throws Exception {
        try (ScriptedHttpServer server = startServer("data: {}\n\n", new LinkedBlockingQueue<>());
                ChannelTransport transport = createTransport(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(listener))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("not HTTP+SSE");
        }
    }

    @Test
    void a_silent_stream_is_a_timeout() throws Exception {
        try (ScriptedHttpServer server = startServer("", new LinkedBlockingQueue<>())) {
            HttpSseChannel channel = new HttpSseChannel(
                    ServerTarget.httpSse(server.uri("/sse")),
                    HttpFixture.LIMITS.toBuilder()
                            .connectTimeout(Duration.ofMillis(300))
                            .build(),
                    threads,
                    RecordingReceiver.TIMER);
            assertThatThrownBy(() -> new ChannelTransport(channel, channel::closeReason).open(listener))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("in time");
        }
    }

    @Test
    void a_server_without_such_a_stream_is_reported_with_its_status() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> out.respond(405, "", ""));
                ChannelTransport transport = createTransport(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(listener)).isInstanceOf(HttpStatusException.class);
        }
        try (ScriptedHttpServer server = new ScriptedHttpServer(
                        (request, out) -> out.respond(200, "Content-Type: text/html\r\n", "<p>"));
                ChannelTransport transport = createTransport(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(listener)).hasMessageContaining("<p>");
        }
    }

    @Test
    void a_rejected_post_fails_its_request_or_else_the_connection() throws Exception {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32600,\"message\":\"no\"}}";
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
                    if (request.method().equals("GET")) {
                        out.startEventStream().write("event: endpoint\ndata: /post\n\n");
                        Thread.sleep(60_000);
                    }
                    boolean first = request.body().contains("\"id\":1,");
                    out.respond(first ? 400 : 404, "", first ? error : "gone");
                });
                ChannelTransport transport = createTransport(server.uri("/sse"))) {
            transport.open(listener);
            transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            assertThat(listener.nextEvent("message").text()).isEqualTo(error);
            transport.send(ClientMessages.ping(2), MirroredHeaders.NONE);
            assertThat(listener.nextEvent("closed").text()).contains("404").contains("gone");
        }
    }

    @Test
    void a_broken_stream_closes_the_connection_with_a_reason() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
                    if (request.method().equals("GET")) {
                        out.startEventStream().write("event: endpoint\ndata: /post\n\nevent: other\ndata: x\n\n");
                        out.write("data: " + "x".repeat(3 * HttpFixture.MAX_MESSAGE_BYTES) + "\n\ndata: {}\n\n")
                                .closeConnection();
                    }
                });
                ChannelTransport transport = createTransport(server.uri("/sse"))) {
            transport.open(listener);
            listener.nextEvent("oversized");
            assertThat(listener.nextEvent("message").text()).isEqualTo("{}");
            assertThat(listener.nextEvent("closed").text()).contains("ended the stream");
            assertThatThrownBy(() -> transport.send(ClientMessages.ping(1), MirroredHeaders.NONE))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("ended the stream");
        }
    }

    @Test
    void a_post_without_a_response_does_not_delay_the_next_for_long() throws Exception {
        BlockingQueue<String> posts = new LinkedBlockingQueue<>();
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
                    if (request.method().equals("GET")) {
                        out.startEventStream().write("event: endpoint\ndata: /post\n\n");
                    } else {
                        posts.add(request.body());
                    }
                    Thread.sleep(60_000);
                });
                ChannelTransport transport = createTransport(server.uri("/sse"))) {
            transport.open(listener);
            transport.send(ClientMessages.ping(1), MirroredHeaders.NONE);
            transport.send(ClientMessages.ping(2), MirroredHeaders.NONE);
            assertThat(posts.poll(30, TimeUnit.SECONDS)).contains("\"id\":1,");
            assertThat(posts.poll(30, TimeUnit.SECONDS)).contains("\"id\":2,");
        }
    }
}
