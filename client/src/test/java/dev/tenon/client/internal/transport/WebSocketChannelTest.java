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

class WebSocketChannelTest {
    private static final int TEXT = 1;
    private static final int MORE = 0;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int FINAL = 0x80;

    private final ExecutorService threads = HandlerExecutors.create();
    private final Heard heard = new Heard();

    @AfterEach
    void stop() {
        HandlerExecutors.shutDownNowAndAwait(threads);
    }

    private ChannelTransport link(URI http) {
        return link(ServerTarget.webSocket(ws(http)));
    }

    private static URI ws(URI http) {
        return URI.create(http.toString().replace("http:", "ws:"));
    }

    private ChannelTransport link(HttpTarget target) {
        WebSocketClientChannel channel = new WebSocketClientChannel(target, Hostile.LIMITS, threads, Inbox.TIMER);
        return new ChannelTransport(channel, channel::closeReason);
    }

    @Test
    @Covers({"core/jsonrpc/custom-transport", "legacy/jsonrpc/custom-transport-preserve"})
    void a_real_server_is_used_with_text_messages() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer http = demo.http().webSocket("/ws").start();
                ChannelTransport transport = link(http.uri().resolve("/ws"))) {
            transport.open(heard);
            transport.send(Say.initialize("2025-11-25"), MirroredHeaders.NONE);
            assertThat(heard.next("message").text()).contains("\"2025-11-25\"");
            transport.send(Say.initialized(), MirroredHeaders.NONE);
            transport.send(Say.call(1, "echo", "\"text\":\"h\u00ef \ud83d\ude00\""), MirroredHeaders.NONE);
            assertThat(heard.next("message").text()).contains("h\u00ef \ud83d\ude00");
            transport.close();
            assertThat(heard.next("closed").text()).contains("this client");
        }
    }

    /** A machine may pause for two seconds, but hardly each time. */
    @Test
    void closing_waits_only_for_the_close_of_the_server() throws Exception {
        List<Duration> times = new ArrayList<>();
        try (Demo demo = new Demo();
                TenonHttpServer http = demo.http().webSocket("/ws").start()) {
            do {
                try (ChannelTransport transport = link(http.uri().resolve("/ws"))) {
                    transport.open(heard);
                    long start = System.nanoTime();
                    transport.close();
                    times.add(Duration.ofNanos(System.nanoTime() - start));
                    heard.next("closed");
                }
            } while (times.size() < 5 && Collections.min(times).compareTo(Duration.ofSeconds(2)) >= 0);
        }
        assertThat(Collections.min(times)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void the_close_reason_of_the_server_is_reported() throws Exception {
        Demo demo = new Demo();
        try (TenonHttpServer http = demo.http().webSocket("/ws").start();
                ChannelTransport transport = link(http.uri().resolve("/ws"))) {
            transport.open(heard);
            transport.send(Say.initialize("2025-11-25"), MirroredHeaders.NONE);
            heard.next("message");
            demo.close();
            assertThat(heard.next("closed").text()).contains("The server closed the WebSocket");
            assertThat(transport.isOpen()).isFalse();
        }
    }

    /** A server that accepts a WebSocket and then sends these bytes. */
    private static Scripted server(byte[]... frames) throws Exception {
        return new Scripted((hit, out) -> {
            String key = hit.header("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(key.getBytes(StandardCharsets.US_ASCII));
            out.raw("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                    + Base64.getEncoder().encodeToString(hash) + "\r\n\r\n");
            // The JDK's client loses data beyond 16 KiB that arrives together with the handshake response, so nothing
            // is sent before its pong.
            out.bytes(frame(FINAL | PING, "")).awaitClient();
            for (byte[] frame : frames) {
                out.bytes(frame);
            }
            Thread.sleep(60_000);
        });
    }

    private static byte[] frame(int kind, String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(kind);
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
        String part = "x".repeat(Hostile.MAX / 2);
        try (Scripted server = server(
                        frame(TEXT, "{\"a\""),
                        frame(MORE, ":"),
                        frame(FINAL | PING, "ping"),
                        frame(FINAL | MORE, "1}"),
                        frame(TEXT, part),
                        frame(MORE, part),
                        frame(MORE, part),
                        frame(FINAL | MORE, part),
                        frame(FINAL | TEXT, "{}"));
                ChannelTransport transport = link(server.uri("/ws"))) {
            transport.open(heard);
            assertThat(heard.next("message").text()).isEqualTo("{\"a\":1}");
            heard.next("tooLarge");
            assertThat(heard.next("message").text()).isEqualTo("{}");
        }
    }

    @Test
    void a_binary_message_closes_the_connection() throws Exception {
        try (Scripted server = server(frame(FINAL | BINARY, "{}"));
                ChannelTransport transport = link(server.uri("/ws"))) {
            transport.open(heard);
            assertThat(heard.next("closed").text()).contains("binary");
        }
    }

    @Test
    void an_invalid_frame_or_invalid_utf_8_closes_the_connection() throws Exception {
        for (byte[] bad : new byte[][] {frame(FINAL | 5, "?"), frame(FINAL | TEXT, "\u00ff\u00fe")}) {
            Heard last = new Heard();
            try (Scripted server = server(bad);
                    ChannelTransport transport = link(server.uri("/ws"))) {
                transport.open(last);
                assertThat(last.next("closed").text()).contains("broke");
            }
        }
    }

    @Test
    void the_reason_of_a_close_is_one_line() throws Exception {
        try (Scripted server = server(frame(FINAL | CLOSE, "\u0003\u00e9bye\nnow"));
                ChannelTransport transport = link(server.uri("/ws"))) {
            transport.open(heard);
            assertThat(heard.next("closed").text()).contains("1001").contains("bye now");
        }
    }

    @Test
    void closing_waits_only_briefly_for_a_server_that_does_not_close() throws Exception {
        try (Scripted server = server();
                ChannelTransport transport = link(server.uri("/ws"))) {
            transport.open(heard);
            long start = System.nanoTime();
            transport.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            heard.next("closed");
        }
    }

    @Test
    void a_server_that_rejects_the_web_socket_is_reported_with_its_status_or_redirect() throws Exception {
        try (Scripted server = new Scripted((hit, out) -> out.answer(404, "", ""));
                ChannelTransport transport = link(server.uri("/ws"))) {
            assertThatThrownBy(() -> transport.open(heard))
                    .isInstanceOf(HttpStatusException.class)
                    .hasMessageContaining("404");
        }
        try (Scripted server = new Scripted((hit, out) -> out.answer(307, "Location: ws://example.com/\r\n", ""));
                ChannelTransport transport = link(server.uri("/ws"))) {
            assertThatThrownBy(() -> transport.open(heard))
                    .isInstanceOf(ConnectionFailedException.class)
                    .hasMessageContaining("\"ws://example.com/\"")
                    .hasMessageContaining("not followed");
        }
        assertThat(heard.isQuietFor(100)).isTrue();
    }

    @Test
    void credentials_are_renewed_after_a_rejection() throws Exception {
        AtomicInteger refusals = new AtomicInteger();
        CredentialsProvider auth = new CredentialsProvider() {
            @Override
            public Map<String, String> headers(String method, URI uri) {
                return Map.of("Authorization", "Bearer " + refusals.get());
            }

            @Override
            public boolean renew(UnauthorizedResponse refusal) {
                return refusals.incrementAndGet() < 3;
            }
        };
        try (Scripted server = new Scripted((hit, out) -> out.answer(401, "WWW-Authenticate: Bearer\r\n", ""));
                ChannelTransport transport =
                        link(ServerTarget.webSocket(ws(server.uri("/ws"))).withCredentials(auth))) {
            assertThatThrownBy(() -> transport.open(heard)).hasMessageContaining("401");
            assertThat(server.hits).hasSize(3);
            assertThat(server.hits.get(2).header("Authorization")).isEqualTo("Bearer 2");
        }
    }
}
