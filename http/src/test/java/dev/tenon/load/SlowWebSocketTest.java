package dev.tenon.load;

import static dev.tenon.load.RawWebSockets.PING;
import static dev.tenon.load.RawWebSockets.TEXT;
import static dev.tenon.load.RawWebSockets.connect;
import static dev.tenon.load.RawWebSockets.encodeFrame;
import static dev.tenon.load.RawWebSockets.readPayload;
import static dev.tenon.load.RawWebSockets.send;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** WebSockets whose clients send much and read late or never. */
@BlockedThreadCheck
@Timeout(120)
@Isolated("it measures times")
class SlowWebSocketTest {
    private static final Duration QUEUE_TIMEOUT = Duration.ofSeconds(6);

    private McpServer server;
    private TenonHttpServer http;

    @BeforeEach
    void start() {
        Limits limits = Limits.DEFAULT.toBuilder()
                .queue(new Limits.QueueLimits(256, 1 << 20, QUEUE_TIMEOUT))
                .requestsPerSession(100)
                .build();
        server = LoadServer.builder(limits)
                .tool("huge")
                .handler((in, call) -> "x".repeat(900_000))
                .build();
        // More than all requests of a client here, so that the timeout is the limit that it reaches.
        http = TenonHttpServer.builder(server)
                .port(0)
                .limits(HttpServerLimits.DEFAULT.withMaxPendingBytes(1 << 30))
                .webSocket("/ws")
                .closeServersOnShutdown()
                .start();
    }

    @AfterEach
    void stop() {
        http.close(Duration.ZERO);
    }

    /** Issue 20, item 1: requests pipelined in one write all get a response. */
    @Test
    void requests_in_one_write_all_get_a_response() throws Exception {
        try (Socket socket = connect(http.port())) {
            assertAllAnswered(socket, i -> Messages.request(Messages.MODERN, i, "server/discover", ""));
        }
    }

    /** Issue 20, item 1: pings of a session pipelined in one write all get a response. */
    @Test
    void pings_of_a_session_in_one_write_all_get_a_response() throws Exception {
        try (Socket socket = connect(http.port())) {
            send(socket, TEXT, Messages.initialize());
            assertThat(readPayload(new DataInputStream(socket.getInputStream())))
                    .contains(Messages.LEGACY);
            send(socket, TEXT, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");

            assertAllAnswered(socket, i -> Messages.request(i, "ping", ""));
        }
    }

    private static void assertAllAnswered(Socket socket, IntFunction<String> request) throws Exception {
        int count = 2000;
        StringBuilder frames = new StringBuilder();
        for (int i = 0; i < count; i++) {
            frames.append(encodeFrame(TEXT, request.apply(i)));
        }
        OutputStream out = socket.getOutputStream();
        Thread writer = new Thread(() -> {
            try {
                out.write(frames.toString().getBytes(ISO_8859_1));
            } catch (IOException e) {
                // The assertions below report more.
            }
        });
        writer.start();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        for (int i = 0; i < count; i++) {
            assertThat(readPayload(in)).contains("\"id\":" + i + ",").contains("\"result\"");
        }
        writer.join();
    }

    /** Issue 20, item 1: also the pings of WebSocket itself. */
    @Test
    void web_socket_pings_in_one_write_all_get_a_response() throws Exception {
        int count = 2000;
        StringBuilder frames = new StringBuilder();
        for (int i = 0; i < count; i++) {
            frames.append(encodeFrame(PING, i + " " + "x".repeat(100)));
        }
        try (Socket socket = connect(http.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(frames.toString().getBytes(ISO_8859_1));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            for (int i = 0; i < count; i++) {
                assertThat(readPayload(in)).startsWith(i + " ");
            }
        }
    }

    /**
     * Issue 20, item 2: a client that sends many requests and does not read delays no other, and only it is
     * disconnected.
     */
    @Test
    @Tag("exhaustive")
    void a_client_that_reads_nothing_is_disconnected_and_delays_no_other() throws Exception {
        try (BackgroundClients backgroundClients = new BackgroundClients(http.port());
                Socket nonReader = connect(http.port());
                Socket lateReader = connect(http.port())) {
            backgroundClients.awaitCalls(50);
            long start = System.nanoTime();
            for (int i = 0; i < 90; i++) {
                send(nonReader, TEXT, Messages.call(Messages.MODERN, i, "huge", ""));
            }
            send(lateReader, TEXT, Messages.call(Messages.MODERN, 1, "huge", ""));
            Conditions.await(() -> isClosed(nonReader));

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("the bound that it met is that of the time in which it reads nothing")
                    .isGreaterThanOrEqualTo(QUEUE_TIMEOUT.minusSeconds(1));
            assertThat(readPayload(new DataInputStream(lateReader.getInputStream())))
                    .contains("xxx");
            backgroundClients.awaitCalls(50);
            assertThat(backgroundClients.stop())
                    .as("the slowest call of others, in ms")
                    .isLessThan(5000);
        }
        Conditions.await(() -> server.status().requests() == 0);
    }

    /** Returns whether the server has closed a connection, which a client that does not read detects when it writes. */
    private static boolean isClosed(Socket socket) {
        try {
            send(socket, PING, "");
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
