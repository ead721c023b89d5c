package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.internal.transport.network.WebSocketClientChannel;
import dev.tenon.coverage.Covers;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.internal.concurrent.HandlerExecutors;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketClientChannelTest {
    private static final int TEXT = 1;
    private static final int CONTINUATION = 0;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int FINAL = 0x80;

    private final ExecutorService threads = HandlerExecutors.create();
    private final RecordingListener listener = new RecordingListener();

    @AfterEach
    void stop() {
        HandlerExecutors.shutDownNowAndAwait(threads);
    }

    private ChannelTransport createTransport(URI http) {
        return createTransport(ServerTarget.webSocket(toWebSocketUri(http)));
    }

    private static URI toWebSocketUri(URI http) {
        return URI.create(http.toString().replace("http:", "ws:"));
    }

    private ChannelTransport createTransport(HttpTarget target) {
        WebSocketClientChannel channel =
                new WebSocketClientChannel(target, HttpFixture.LIMITS, threads, RecordingReceiver.TIMER);
        return new ChannelTransport(channel, channel::closeReason);
    }

    @Test
    @Covers({"core/jsonrpc/custom-transport", "legacy/jsonrpc/custom-transport-preserve"})
    void a_real_server_is_used_with_text_messages() throws Exception {
        try (TransportTestServer testServer = new TransportTestServer();
                TenonHttpServer http =
                        testServer.httpServerBuilder().webSocket("/ws").start();
                ChannelTransport transport = createTransport(http.uri().resolve("/ws"))) {
            transport.open(listener);
            transport.send(ClientMessages.initializeRequest("2025-11-25"), MirroredHeaders.NONE);
            assertThat(listener.nextEvent("message").text()).contains("\"2025-11-25\"");
            transport.send(ClientMessages.initializedNotification(), MirroredHeaders.NONE);
            transport.send(
                    ClientMessages.toolCall(1, "echo", "\"text\":\"h\u00ef \ud83d\ude00\""), MirroredHeaders.NONE);
            assertThat(listener.nextEvent("message").text()).contains("h\u00ef \ud83d\ude00");
            transport.close();
            assertThat(listener.nextEvent("closed").text()).contains("this client");
        }
    }

    /** A machine may pause for two seconds, but hardly each time. */
    @Test
    void closing_waits_only_for_the_close_of_the_server() throws Exception {
        List<Duration> times = new ArrayList<>();
        try (TransportTestServer testServer = new TransportTestServer();
                TenonHttpServer http =
                        testServer.httpServerBuilder().webSocket("/ws").start()) {
            do {
                try (ChannelTransport transport = createTransport(http.uri().resolve("/ws"))) {
                    transport.open(listener);
                    long start = System.nanoTime();
                    transport.close();
                    times.add(Duration.ofNanos(System.nanoTime() - start));
                    listener.nextEvent("closed");
                }
            } while (times.size() < 5 && Collections.min(times).compareTo(Duration.ofSeconds(2)) >= 0);
        }
        assertThat(Collections.min(times)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void the_close_reason_of_the_server_is_reported() throws Exception {
        TransportTestServer testServer = new TransportTestServer();
        try (TenonHttpServer http =
                        testServer.httpServerBuilder().webSocket("/ws").start();
                ChannelTransport transport = createTransport(http.uri().resolve("/ws"))) {
            transport.open(listener);
            transport.send(ClientMessages.initializeRequest("2025-11-25"), MirroredHeaders.NONE);
            listener.nextEvent("message");
            testServer.close();
            assertThat(listener.nextEvent("closed").text()).contains("The server closed the WebSocket");
            assertThat(transport.isOpen()).isFalse();
        }
    }

    /** Starts a server that accepts a WebSocket and then sends the frames. */
    private static ScriptedHttpServer startServer(byte[]... frames) throws Exception {
        return new ScriptedHttpServer((request, out) -> {
            String key = request.header("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(key.getBytes(StandardCharsets.US_ASCII));
            out.write("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                    + Base64.getEncoder().encodeToString(hash) + "\r\n\r\n");
            // The JDK's client loses data beyond 16 KiB that arrives together with the handshake response, so nothing
            // is sent before its pong.
            out.write(createFrame(FINAL | PING, "")).awaitData();
            for (byte[] frame : frames) {
                out.write(frame);
            }
            Thread.sleep(60_000);
        });
    }

    private static byte[] createFrame(int flagsAndOpcode, String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(flagsAndOpcode);
        if (bytes.length < 126) {
            frame.write(bytes.length);
        } else {
            frame.write(126);
            frame.write(bytes.length >> 8);
            frame.write(bytes.length & 0xff);
        }
        frame.writeBytes(bytes);
        return frame.toByteArray();
    }

    @Test
    void messages_may_be_fragmented_and_one_beyond_the_limit_is_discarded() throws Exception {
        String part = "x".repeat(HttpFixture.MAX_MESSAGE_BYTES / 2);
        try (ScriptedHttpServer server = startServer(
                        createFrame(TEXT, "{\"a\""),
                        createFrame(CONTINUATION, ":"),
                        createFrame(FINAL | PING, "ping"),
                        createFrame(FINAL | CONTINUATION, "1}"),
                        createFrame(TEXT, part),
                        createFrame(CONTINUATION, part),
                        createFrame(CONTINUATION, part),
                        createFrame(FINAL | CONTINUATION, part),
                        createFrame(FINAL | TEXT, "{}"));
                ChannelTransport transport = createTransport(server.uri("/ws"))) {
            transport.open(listener);
            assertThat(listener.nextEvent("message").text()).isEqualTo("{\"a\":1}");
            listener.nextEvent("oversized");
            assertThat(listener.nextEvent("message").text()).isEqualTo("{}");
        }
    }

    @Test
    void a_binary_message_closes_the_connection() throws Exception {
        try (ScriptedHttpServer server = startServer(createFrame(FINAL | BINARY, "{}"));
                ChannelTransport transport = createTransport(server.uri("/ws"))) {
            transport.open(listener);
            assertThat(listener.nextEvent("closed").text()).contains("binary");
        }
    }

    @Test
    void an_invalid_frame_or_invalid_utf_8_closes_the_connection() throws Exception {
        for (byte[] invalidFrame :
                new byte[][] {createFrame(FINAL | 5, "?"), createFrame(FINAL | TEXT, "\u00ff\u00fe")}) {
            RecordingListener frameListener = new RecordingListener();
            try (ScriptedHttpServer server = startServer(invalidFrame);
                    ChannelTransport transport = createTransport(server.uri("/ws"))) {
                transport.open(frameListener);
                assertThat(frameListener.nextEvent("closed").text()).contains("broke");
            }
        }
    }

    @Test
    void the_reason_of_a_close_is_one_line() throws Exception {
        try (ScriptedHttpServer server = startServer(createFrame(FINAL | CLOSE, "\u0003\u00e9bye\nnow"));
                ChannelTransport transport = createTransport(server.uri("/ws"))) {
            transport.open(listener);
            assertThat(listener.nextEvent("closed").text()).contains("1001").contains("bye now");
        }
    }

    @Test
    void closing_waits_only_briefly_for_a_server_that_does_not_close() throws Exception {
        try (ScriptedHttpServer server = startServer();
                ChannelTransport transport = createTransport(server.uri("/ws"))) {
            transport.open(listener);
            long start = System.nanoTime();
            transport.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            listener.nextEvent("closed");
        }
    }

    @Test
    void a_server_that_rejects_the_web_socket_is_reported_with_its_status_or_redirect() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> out.respond(404, "", ""));
                ChannelTransport transport = createTransport(server.uri("/ws"))) {
            assertThatThrownBy(() -> transport.open(listener))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("404");
        }
        try (ScriptedHttpServer server = new ScriptedHttpServer(
                        (request, out) -> out.respond(307, "Location: ws://example.com/\r\n", ""));
                ChannelTransport transport = createTransport(server.uri("/ws"))) {
            assertThatThrownBy(() -> transport.open(listener))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("\"ws://example.com/\"")
                    .hasMessageContaining("not followed");
        }
        assertThat(listener.hasNoEvent(100)).isTrue();
    }

    @Test
    void credentials_are_renewed_after_a_rejection() throws Exception {
        AtomicInteger renewals = new AtomicInteger();
        CredentialsProvider credentials = new CredentialsProvider() {
            @Override
            public Map<String, String> headers(String method, URI uri) {
                return Map.of("Authorization", "Bearer " + renewals.get());
            }

            @Override
            public boolean renew(UnauthorizedResponse rejection) {
                return renewals.incrementAndGet() < 3;
            }
        };
        try (ScriptedHttpServer server =
                        new ScriptedHttpServer((request, out) -> out.respond(401, "WWW-Authenticate: Bearer\r\n", ""));
                ChannelTransport transport = createTransport(ServerTarget.webSocket(toWebSocketUri(server.uri("/ws")))
                        .withCredentials(credentials))) {
            assertThatThrownBy(() -> transport.open(listener)).hasMessageContaining("401");
            assertThat(server.requests).hasSize(3);
            assertThat(server.requests.get(2).header("Authorization")).isEqualTo("Bearer 2");
        }
    }
}
