package dev.tenon.http.embedded;

import static dev.tenon.http.embedded.TestClient.callParams;
import static dev.tenon.http.embedded.TestClient.legacyRequest;
import static dev.tenon.http.embedded.TestClient.modernRequest;
import static dev.tenon.load.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.RequestAuthenticator;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@BlockedThreadCheck
class WebSocketTest {
    private static final String ECHO = modernRequest(1, "tools/call", callParams("echo", "\"text\":\"hi\""));
    private static final int MIB = 1 << 20;

    private TestServer testServer;
    private TenonHttpServer http;

    @BeforeEach
    void start() {
        testServer = new TestServer();
        http = testServer.httpBuilder().webSocket("/ws").start();
    }

    @AfterEach
    void stop() {
        testServer.release.countDown();
        testServer.close();
        http.close();
    }

    private WebSocketClient connect() {
        return new WebSocketClient(http.webSocketUri().orElseThrow());
    }

    private static String initialize(String revision) {
        return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + revision
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
    }

    private static void assertEcho(Json response) {
        Json block = response.get("result").get("content").elements().get(0);
        assertThat(block.get("text").string()).isEqualTo("hi");
    }

    @Test
    @Covers("2026-07-28/jsonrpc/custom-transport-preserve")
    void requests_of_the_newest_revision_are_stateless() throws Exception {
        try (WebSocketClient client = connect()) {
            assertEcho(client.sendAndReceive(ECHO));
            assertThat(client.socket.getSubprotocol()).isEqualTo("mcp");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers("legacy/jsonrpc/custom-transport-preserve")
    void a_session_of_the_handshake_era_is_served(String revision) throws Exception {
        try (WebSocketClient client = connect()) {
            Json opened = client.sendAndReceive(initialize(revision));
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            Json response =
                    client.sendAndReceive(legacyRequest(1, "tools/call", callParams("echo", "\"text\":\"hi\"")));
            testServer.mcpServer.addTool("extra").handler((input, call) -> "extra");

            assertThat(opened.get("result").get("protocolVersion").string()).isEqualTo(revision);
            assertEcho(response);
            assertThat(client.nextMessage().get("method").string()).isEqualTo("notifications/tools/list_changed");
        }
    }

    @Test
    @Covers("2026-07-28/jsonrpc/custom-transport-preserve")
    void progress_arrives_before_the_result() throws Exception {
        try (WebSocketClient client = connect()) {
            Json first = client.sendAndReceive(modernRequest(2, "tools/call", callParams("count", "")));

            assertThat(first.get("method").string()).isEqualTo("notifications/progress");
            Json last = first;
            while (last.get("result") == null) {
                last = client.nextMessage();
            }
            assertThat(last.get("id").toString()).isEqualTo("2");
        }
    }

    @Test
    void a_message_in_many_frames_is_one_message() throws Exception {
        try (WebSocketClient client = connect()) {
            for (int i = 0; i < ECHO.length() - 1; i++) {
                client.socket.sendText(ECHO.substring(i, i + 1), false).join();
            }
            client.send(ECHO.substring(ECHO.length() - 1));

            assertEcho(client.nextMessage());
        }
    }

    @Test
    void an_invalid_message_gets_an_error_response() throws Exception {
        try (WebSocketClient client = connect()) {
            Json error = client.sendAndReceive("{");
            Json empty = client.sendAndReceive("");

            assertThat(error.get("error").get("code").toString()).isEqualTo("-32700");
            assertThat(empty.get("error").get("code").toString()).isEqualTo("-32700");
            assertEcho(client.sendAndReceive(ECHO));
        }
    }

    @Test
    void an_oversized_message_in_several_frames_is_discarded_and_the_connection_stays_open() throws Exception {
        try (WebSocketClient client = connect()) {
            String part = "x".repeat(MIB);
            for (int i = 0; i < 63; i++) {
                client.socket.sendText(part, false).join();
            }
            Json error = client.sendAndReceive(part);

            assertThat(error.get("error").get("code").toString()).isEqualTo("-32600");
            assertThat(error.get("id")).isNull();
            assertEcho(client.sendAndReceive(ECHO));
        }
    }

    @Test
    void an_oversized_message_in_one_frame_is_discarded_and_the_connection_stays_open() throws Exception {
        try (WebSocketClient client = connect();
                RawConnection raw = openWebSocket()) {
            raw.sendFrame(0x81, new byte[5 * MIB]);

            assertThat(Json.parse(raw.readFrame()).get("error").get("code").toString())
                    .isEqualTo("-32600");
            raw.sendFrame(0x81, ECHO.getBytes());
            assertEcho(Json.parse(raw.readFrame()));
            assertEcho(client.sendAndReceive(ECHO));
        }
    }

    @Test
    void a_frame_beyond_twice_the_limit_closes_the_connection() throws Exception {
        try (RawConnection raw = openWebSocket()) {
            raw.sendFrameHead(0x81, 64L * MIB);

            assertThat(raw.readCloseCode()).isEqualTo(1009);
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    @Test
    void an_invalid_frame_closes_the_connection() throws Exception {
        try (RawConnection raw = openWebSocket()) {
            raw.sendFrame(0x83, new byte[1]);

            assertThat(raw.readCloseCode()).isEqualTo(1002);
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    /**
     * Issue 20, item 10: the received bytes of a frame count before the frame is complete, and beyond the limit its
     * connection is closed.
     */
    @Test
    void the_total_size_of_incomplete_frames_is_limited() throws Exception {
        HttpServerLimits small = HttpServerLimits.DEFAULT.withMaxBodyBytes(100_000);
        try (TenonHttpServer limited =
                        testServer.httpBuilder().webSocket("/ws").limits(small).start();
                RawConnection first = openWebSocket(limited);
                RawConnection second = openWebSocket(limited)) {
            first.sendFrameHead(0x81, 80_000);
            first.send("x".repeat(60_000));
            await(() -> limited.status().bodyBytes() >= 60_000);
            second.sendFrame(0x81, new byte[80_000]);

            assertThat(second.readCloseCode()).isEqualTo(1013);
            assertThat(limited.status().limitCounts().get("body_bytes")).isPositive();
            first.send("x".repeat(20_000));
            assertThat(Json.parse(first.readFrame()).get("error")).isNotNull();
            await(() -> limited.status().bodyBytes() == 0);
            first.sendFrame(0x81, ECHO.getBytes());
            assertEcho(Json.parse(first.readFrame()));
        }
    }

    /** Issue 20, item 11: large messages are parsed off the event loop, and messages keep their order. */
    @Test
    void large_messages_are_parsed_on_another_thread_in_order() throws Exception {
        List<String> handled = new CopyOnWriteArrayList<>();
        McpServer server = McpServer.builder("s", "1")
                .tool("note")
                .inputSchema(Json.parse("{\"type\":\"object\"}"))
                .nonBlocking()
                .handler((input, call) -> {
                    String thread = Thread.currentThread().getName().replaceAll("-[^-]*$", "");
                    handled.add(input.get("text").string().length() + " " + thread);
                    return "noted";
                })
                .build();
        try (TenonHttpServer other = TenonHttpServer.builder(server)
                        .port(0)
                        .webSocket("/ws")
                        .closeServersOnShutdown()
                        .start();
                RawConnection raw = openWebSocket(other)) {
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            for (int length : new int[] {1, 100_000, 2, 100_001, 3}) {
                String call = callParams("note", "\"text\":\"" + "x".repeat(length) + "\"");
                frames.writeBytes(RawConnection.encodeFrame(
                        0x81, modernRequest(length, "tools/call", call).getBytes()));
            }
            raw.send(frames.toString(StandardCharsets.ISO_8859_1));
            for (int length : new int[] {1, 100_000, 2, 100_001, 3}) {
                assertThat(Json.parse(raw.readFrame()).get("id").toString()).isEqualTo(String.valueOf(length));
            }

            String loop = "vert.x-eventloop-thread";
            String parser = "tenon-http-parser";
            assertThat(handled)
                    .containsExactly("1 " + loop, "100000 " + parser, "2 " + loop, "100001 " + parser, "3 " + loop);
            assertThat(other.status().bodyBytes()).isZero();
        }
    }

    /** Issue 20, item 10: a frame must arrive within the timeout for bodies. */
    @Test
    void a_frame_that_stays_incomplete_closes_the_connection() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withBodyTimeout(Duration.ofSeconds(1));
        try (TenonHttpServer limited = testServer
                        .httpBuilder()
                        .webSocket("/ws")
                        .limits(shortTimeout)
                        .start();
                WebSocketClient other =
                        new WebSocketClient(limited.webSocketUri().orElseThrow());
                RawConnection raw = openWebSocket(limited)) {
            raw.sendFrameHead(0x81, 80_000);
            raw.send("x".repeat(10_000));

            await(() -> limited.status().limitCounts().get("slow_senders") == 1
                    && limited.status().bodyBytes() == 0);
            assertThat(raw.isClosedByServer()).isTrue();
            assertEcho(other.sendAndReceive(ECHO));
        }
    }

    private RawConnection openWebSocket() throws Exception {
        return openWebSocket(http);
    }

    static RawConnection openWebSocket(TenonHttpServer http) throws Exception {
        RawConnection raw = new RawConnection(http.port());
        raw.send("GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
        assertThat(raw.readHead().status()).isEqualTo(101);
        return raw;
    }

    @Test
    void a_binary_message_closes_the_connection() throws Exception {
        try (WebSocketClient client = connect()) {
            client.socket.sendBinary(ByteBuffer.wrap(ECHO.getBytes()), true).join();

            assertThat(client.awaitCloseCode()).isEqualTo(1003);
        }
    }

    @Test
    void closing_the_connection_cancels_pending_requests_and_ends_the_session() throws Exception {
        WebSocketClient client = connect();
        client.sendAndReceive(initialize("2025-11-25"));
        client.sendAndReceive(legacyRequest(1, "tools/call", callParams("wait", "")));
        client.close();

        assertThat(testServer.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        awaitNoSessions();
    }

    private void awaitNoSessions() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (testServer.mcpServer.status().sessions() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(testServer.mcpServer.status().sessions()).isZero();
    }

    @Test
    void a_close_frame_of_the_client_gets_a_response() throws Exception {
        try (WebSocketClient client = connect()) {
            client.sendAndReceive(ECHO);
            client.socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();

            assertThat(client.awaitCloseCode()).isEqualTo(1000);
        }
    }

    @Test
    void nothing_fails_on_the_event_loop_when_clients_close_or_disappear() throws Exception {
        LogCapture log = new LogCapture();
        try (WebSocketClient closingClient = connect();
                WebSocketClient abortingClient = connect()) {
            closingClient.socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
            closingClient.awaitCloseCode();
            abortingClient.sendAndReceive(initialize("2025-11-25"));
            abortingClient.socket.abort();
            awaitNoSessions();
        } finally {
            log.close();
        }

        assertThat(log.capturedText()).doesNotContain("Unhandled exception");
    }

    @Test
    void closing_the_server_sends_close_frames() throws Exception {
        try (WebSocketClient client = connect()) {
            client.sendAndReceive(ECHO);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(testServer.mcpServer::close);

            assertThat(client.awaitCloseCode()).isEqualTo(1000);
            closing.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_caller_rejected_over_http_gets_no_web_socket() {
        WebSocket.Builder foreign =
                HttpClient.newHttpClient().newWebSocketBuilder().header("Origin", "https://evil.example");

        assertThat(WebSocketClient.handshakeStatus(foreign, http)).isEqualTo(403);
    }

    /** Issue 20, item 14. */
    @Test
    void the_sessions_of_one_address_are_limited_across_connections() throws Exception {
        Limits one = Limits.DEFAULT.toBuilder().sessionsPerCaller(1).build();
        try (TestServer small = new TestServer(McpServer.builder("small", "1").limits(one));
                TenonHttpServer smallHttp = small.httpBuilder().webSocket("/ws").start();
                WebSocketClient first =
                        new WebSocketClient(smallHttp.webSocketUri().orElseThrow());
                WebSocketClient second =
                        new WebSocketClient(smallHttp.webSocketUri().orElseThrow())) {
            assertThat(first.sendAndReceive(initialize("2025-11-25")).get("result"))
                    .isNotNull();
            assertThat(second.sendAndReceive(initialize("2025-11-25"))
                            .get("error")
                            .toString())
                    .contains("429", "limit: sessionsPerCaller");
            assertEcho(first.sendAndReceive(ECHO));
            assertEcho(second.sendAndReceive(ECHO));
        }
    }

    @Test
    void the_caller_is_authenticated_before_the_upgrade() throws Exception {
        RequestAuthenticator tokens = head -> "Bearer good".equals(head.header("Authorization"))
                ? new RequestAuthenticator.AuthenticationSuccess(new CallerPrincipal("ann"))
                : new RequestAuthenticator.AccessDenial(401, Map.of("WWW-Authenticate", "Bearer"));
        McpServer server = McpServer.builder("s", "1")
                .tool("who")
                .handler((input, call) -> call.principal().orElseThrow().name())
                .build();
        try (TenonHttpServer secured = TenonHttpServer.builder(server)
                .port(0)
                .webSocket("/ws")
                .authenticator(tokens)
                .closeServersOnShutdown()
                .start()) {
            assertThat(WebSocketClient.handshakeStatus(
                            HttpClient.newHttpClient().newWebSocketBuilder(), secured))
                    .isEqualTo(401);

            CompletableFuture<String> response = new CompletableFuture<>();
            WebSocket socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .header("Authorization", "Bearer good")
                    .buildAsync(secured.webSocketUri().orElseThrow(), new WebSocket.Listener() {
                        @Override
                        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                            response.complete(data.toString());
                            return null;
                        }
                    })
                    .join();
            socket.sendText(modernRequest(1, "tools/call", callParams("who", "")), true)
                    .join();

            assertThat(response.get(10, TimeUnit.SECONDS)).contains("\"ann\"");
            socket.abort();
        }
    }

    @Test
    void a_request_without_an_upgrade_gets_426() throws Exception {
        TestClient client = new TestClient(http.uri().resolve("/ws"));
        HttpResponse<String> response =
                client.send(client.requestBuilder().GET().build());

        assertThat(response.statusCode()).isEqualTo(426);
        assertThat(response.headers().firstValue("upgrade")).contains("websocket");
        assertThat(response.headers().firstValue("sec-websocket-version")).contains("13");
    }

    @Test
    void it_is_disabled_by_default() {
        try (TenonHttpServer without = testServer.httpBuilder().start()) {
            assertThat(without.webSocketUri()).isEmpty();
            assertThatThrownBy(() -> new WebSocketClient(URI.create("ws://127.0.0.1:" + without.port() + "/ws")))
                    .isInstanceOf(CompletionException.class);
        }
    }

    @Test
    void a_quiet_connection_is_pinged_and_a_dead_one_is_closed() throws Exception {
        HttpServerLimits shortIntervals =
                HttpServerLimits.DEFAULT.withPingInterval(Duration.ofSeconds(1)).withIdleTimeout(Duration.ofSeconds(1));
        try (TenonHttpServer pinging = testServer
                        .httpBuilder()
                        .webSocket("/ws")
                        .limits(shortIntervals)
                        .start();
                WebSocketClient alive =
                        new WebSocketClient(pinging.webSocketUri().orElseThrow());
                WebSocketClient nonReader =
                        new WebSocketClient(pinging.webSocketUri().orElseThrow(), false)) {
            await(() -> pinging.status().limitCounts().get("slow_senders") == 1);

            assertEcho(alive.sendAndReceive(ECHO));
            assertThat(nonReader.socket.sendText(ECHO, true).handle((sent, problem) -> problem))
                    .succeedsWithin(Duration.ofSeconds(20));
            assertThat(pinging.status().limitCounts()).containsEntry("slow_senders", 1L);
        }
    }

    @Test
    void a_client_that_does_not_read_is_disconnected() throws Exception {
        Limits limits = Limits.DEFAULT.toBuilder()
                .queue(new Limits.QueueLimits(16, 64 << 10, Duration.ofMillis(500)))
                .build();
        CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        McpServer loggingServer = McpServer.builder("chatty", "1")
                .enableLogging()
                .limits(limits)
                .tool("talk")
                .handler((input, call) -> {
                    for (int i = 0; i < 100_000 && !call.isCancelled(); i++) {
                        call.log(LogLevel.ERROR, "talk", "x".repeat(30_000));
                    }
                    outcome.complete(call.isCancelled());
                    return "said";
                })
                .build();
        try (TenonHttpServer other = TenonHttpServer.builder(loggingServer)
                        .port(0)
                        .webSocket("/ws")
                        .closeServersOnShutdown()
                        .start();
                WebSocketClient nonReader =
                        new WebSocketClient(other.webSocketUri().orElseThrow(), false)) {
            nonReader.send(modernRequest(1, "tools/call", callParams("talk", ""))
                    .replace("\"progressToken\":\"p1\"", "\"io.modelcontextprotocol/logLevel\":\"debug\""));

            assertThat(outcome.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
