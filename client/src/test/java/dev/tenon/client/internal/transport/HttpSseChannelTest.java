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
    private final Heard heard = new Heard();

    @AfterEach
    void stop() {
        HandlerExecutors.shutDownNowAndAwait(threads);
    }

    private ChannelTransport link(URI uri) {
        HttpSseChannel channel = new HttpSseChannel(ServerTarget.httpSse(uri), Hostile.LIMITS, threads, Inbox.TIMER);
        return new ChannelTransport(channel, channel::closeReason);
    }

    @Test
    @Covers("2024-11-05/sse-legacy/post-to-endpoint")
    void a_real_server_is_used_over_http_and_sse() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer http = demo.http().httpSse("/sse").start();
                ChannelTransport transport = link(http.httpSseUri().orElseThrow())) {
            transport.open(heard);
            transport.send(Say.initialize("2024-11-05"), MirroredHeaders.NONE);
            assertThat(heard.next("message").text()).contains("\"2024-11-05\"");
            transport.send(Say.initialized(), MirroredHeaders.NONE);
            transport.send(Say.call(1, "echo", "\"text\":\"hi\""), MirroredHeaders.NONE);
            Heard.Event response = heard.next("message");
            assertThat(response.text()).contains("\"hi\"");
            assertThat(response.id()).isNull();
            transport.close();
            assertThat(heard.next("closed").text()).contains("this client");
            assertThat(transport.isOpen()).isFalse();
        }
    }

    /** Adds posts to the queue, in their order; the stream starts with this text. */
    private static Scripted server(String beginning, BlockingQueue<String> posted) throws Exception {
        return new Scripted((hit, out) -> {
            if (hit.method().equals("GET")) {
                out.events().raw(beginning);
                Thread.sleep(60_000);
            } else {
                posted.add(hit.path() + " " + hit.body());
                out.answer(202, "", "Accepted");
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
        try (Scripted server = server("event: endpoint\ndata: " + endpoint + "\n\n", new LinkedBlockingQueue<>());
                ChannelTransport transport = link(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(heard))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining(endpoint)
                    .hasMessageContaining("not used");
            assertThat(transport.isOpen()).isFalse();
            assertThat(heard.isQuietFor(100)).isTrue();
        }
    }

    @Test
    @Covers("2024-11-05/sse-legacy/post-to-endpoint")
    void a_relative_endpoint_is_resolved_against_the_stream() throws Exception {
        BlockingQueue<String> posted = new LinkedBlockingQueue<>();
        try (Scripted server = server(": hi\n\nevent: endpoint\ndata: post?s=1\n\n", posted);
                ChannelTransport transport = link(server.uri("/a/sse"))) {
            transport.open(heard);
            for (int i = 1; i <= 20; i++) {
                transport.send(Say.ping(i), MirroredHeaders.NONE);
            }
            for (int i = 1; i <= 20; i++) {
                assertThat(posted.poll(30, TimeUnit.SECONDS))
                        .startsWith("/a/post?s=1 ")
                        .contains("\"id\":" + i + ",");
            }
        }
    }

    @Test
    void a_stream_without_an_initial_endpoint_event_is_not_http_sse() throws Exception {
        try (Scripted server = server("data: {}\n\n", new LinkedBlockingQueue<>());
                ChannelTransport transport = link(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(heard))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("not HTTP+SSE");
        }
    }

    @Test
    void a_silent_stream_is_a_timeout() throws Exception {
        try (Scripted server = server("", new LinkedBlockingQueue<>())) {
            HttpSseChannel channel = new HttpSseChannel(
                    ServerTarget.httpSse(server.uri("/sse")),
                    Hostile.LIMITS.toBuilder()
                            .connectTimeout(Duration.ofMillis(300))
                            .build(),
                    threads,
                    Inbox.TIMER);
            assertThatThrownBy(() -> new ChannelTransport(channel, channel::closeReason).open(heard))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("in time");
        }
    }

    @Test
    void a_server_without_such_a_stream_is_reported_with_its_status() throws Exception {
        try (Scripted server = new Scripted((hit, out) -> out.answer(405, "", ""));
                ChannelTransport transport = link(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(heard)).isInstanceOf(HttpStatusException.class);
        }
        try (Scripted server = new Scripted((hit, out) -> out.answer(200, "Content-Type: text/html\r\n", "<p>"));
                ChannelTransport transport = link(server.uri("/sse"))) {
            assertThatThrownBy(() -> transport.open(heard)).hasMessageContaining("<p>");
        }
    }

    @Test
    void a_rejected_post_fails_its_request_or_else_the_connection() throws Exception {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32600,\"message\":\"no\"}}";
        try (Scripted server = new Scripted((hit, out) -> {
                    if (hit.method().equals("GET")) {
                        out.events().raw("event: endpoint\ndata: /post\n\n");
                        Thread.sleep(60_000);
                    }
                    boolean first = hit.body().contains("\"id\":1,");
                    out.answer(first ? 400 : 404, "", first ? error : "gone");
                });
                ChannelTransport transport = link(server.uri("/sse"))) {
            transport.open(heard);
            transport.send(Say.ping(1), MirroredHeaders.NONE);
            assertThat(heard.next("message").text()).isEqualTo(error);
            transport.send(Say.ping(2), MirroredHeaders.NONE);
            assertThat(heard.next("closed").text()).contains("404").contains("gone");
        }
    }

    @Test
    void a_broken_stream_closes_the_connection_with_a_reason() throws Exception {
        try (Scripted server = new Scripted((hit, out) -> {
                    if (hit.method().equals("GET")) {
                        out.events().raw("event: endpoint\ndata: /post\n\nevent: other\ndata: x\n\n");
                        out.raw("data: " + "x".repeat(3 * Hostile.MAX) + "\n\ndata: {}\n\n")
                                .hangUp();
                    }
                });
                ChannelTransport transport = link(server.uri("/sse"))) {
            transport.open(heard);
            heard.next("tooLarge");
            assertThat(heard.next("message").text()).isEqualTo("{}");
            assertThat(heard.next("closed").text()).contains("ended the stream");
            assertThatThrownBy(() -> transport.send(Say.ping(1), MirroredHeaders.NONE))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("ended the stream");
        }
    }

    @Test
    void a_post_without_a_response_does_not_delay_the_next_for_long() throws Exception {
        BlockingQueue<String> posted = new LinkedBlockingQueue<>();
        try (Scripted server = new Scripted((hit, out) -> {
                    if (hit.method().equals("GET")) {
                        out.events().raw("event: endpoint\ndata: /post\n\n");
                    } else {
                        posted.add(hit.body());
                    }
                    Thread.sleep(60_000);
                });
                ChannelTransport transport = link(server.uri("/sse"))) {
            transport.open(heard);
            transport.send(Say.ping(1), MirroredHeaders.NONE);
            transport.send(Say.ping(2), MirroredHeaders.NONE);
            assertThat(posted.poll(30, TimeUnit.SECONDS)).contains("\"id\":1,");
            assertThat(posted.poll(30, TimeUnit.SECONDS)).contains("\"id\":2,");
        }
    }
}
