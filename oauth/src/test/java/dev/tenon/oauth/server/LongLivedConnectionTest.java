package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.server.McpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Scopes and expiry on long-lived connections: streams, HTTP+SSE, WebSocket. */
class LongLivedConnectionTest {
    private static final String FORBIDDEN = "{\"code\":403,\"message\":\"Forbidden: not allowed to this caller\"}";

    private static ProtectedTestServer server;
    private final Issuer issuer = new Issuer();

    @BeforeAll
    static void open() {
        server = ProtectedTestServer.start(
                McpServer.builder("long-lived", "1")
                        .tool("open")
                        .handler((arguments, call) -> "open")
                        .tool("secret")
                        .scopes("secret")
                        .handler((arguments, call) -> "secret")
                        .resource("note:open")
                        .handler((request, call) -> "open")
                        .resource("note:secret")
                        .scopes("secret")
                        .handler((request, call) -> "secret"),
                ProtectedTestServer.newAuthenticatorBuilder().build(),
                http -> http.httpSse("/sse").webSocket("/ws"));
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String createCall(int id, String tool) {
        return RequestSender.createStatelessMessage(id, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":{}");
    }

    @Test
    @Covers("core/auth-server/other-transports")
    void a_web_socket_requires_a_token() {
        URI uri = server.httpServer().webSocketUri().orElseThrow();
        for (String header : new String[] {"", "Bearer x", "Bearer " + issuer.issueToken("other")}) {
            assertThatThrownBy(() -> WebSocketClient.open(uri, header))
                    .cause()
                    .isInstanceOf(WebSocketHandshakeException.class)
                    .extracting(
                            e -> ((WebSocketHandshakeException) e).getResponse().statusCode())
                    .isEqualTo(header.endsWith("x") || header.isEmpty() ? 401 : 403);
        }
    }

    @Test
    @Covers("core/auth-server/other-transports")
    void missing_scopes_on_a_web_socket_give_an_error_without_details() throws Exception {
        try (WebSocketClient socket = WebSocketClient.open(
                server.httpServer().webSocketUri().orElseThrow(), "Bearer " + issuer.issueToken("mcp"))) {
            Json open = socket.exchange(createCall(1, "open"));
            Json secret = socket.exchange(createCall(2, "secret"));
            Json list = socket.exchange(RequestSender.createStatelessMessage(3, "tools/list", ""));

            assertThat(open.get("result")).isNotNull();
            assertThat(secret.get("error")).isEqualTo(Json.parse(FORBIDDEN));
            assertThat(list.toString()).contains("\"open\"").doesNotContain("secret");
        }
    }

    @Test
    void a_web_socket_closes_when_its_token_ends() throws Exception {
        String shortLivedToken =
                issuer.issueToken(claims -> claims.put("exp", Instant.now().getEpochSecond() + 2));
        try (WebSocketClient socket =
                WebSocketClient.open(server.httpServer().webSocketUri().orElseThrow(), "Bearer " + shortLivedToken)) {
            assertThat(socket.exchange(createCall(1, "open")).get("result")).isNotNull();
            assertThat(socket.nextMessage()).isEqualTo(WebSocketClient.CLOSED);
        }
    }

    @Test
    void over_http_sse_the_token_of_each_message_counts() throws Exception {
        try (EventStreamReader events = RequestSender.openStream(
                RequestSender.newRequest(server.uri().resolve("/sse")).GET(), issuer.issueToken("mcp secret"))) {
            URI messages = server.uri().resolve(events.nextData());
            sendMessage(messages, RequestSender.createInitializeRequest(), issuer.issueToken("mcp secret"));
            assertThat(events.nextData()).contains("protocolVersion");
            sendMessage(messages, createSessionCall(1), issuer.issueToken("mcp secret"));
            assertThat(events.nextData()).contains("\"result\"");
            sendMessage(messages, createSessionCall(2), issuer.issueToken("mcp"));
            assertThat(Json.parse(events.nextData()).get("error")).isEqualTo(Json.parse(FORBIDDEN));
            assertThat(RequestSender.sendWithToken(
                                    RequestSender.newRequest(messages)
                                            .POST(HttpRequest.BodyPublishers.ofString(createSessionCall(3))),
                                    issuer.issueToken("other"))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    private static String createSessionCall(int id) {
        return RequestSender.createSessionMessage(id, "tools/call", "\"name\":\"secret\",\"arguments\":{}");
    }

    private static void sendMessage(URI messages, String body, String token) throws Exception {
        var response = RequestSender.sendWithToken(
                RequestSender.newRequest(messages).POST(HttpRequest.BodyPublishers.ofString(body)), token);
        assertThat(response.statusCode()).isEqualTo(202);
    }

    @Test
    void an_http_sse_stream_ends_when_its_last_token_expires() throws Exception {
        String shortLivedToken =
                issuer.issueToken(claims -> claims.put("exp", Instant.now().getEpochSecond() + 2));
        try (EventStreamReader events = RequestSender.openStream(
                RequestSender.newRequest(server.uri().resolve("/sse")).GET(), shortLivedToken)) {
            assertThat(events.readRemainingData()).hasSize(1);
        }
    }

    private static HttpRequest.Builder newListenRequest() {
        return RequestSender.newStatelessRequest(
                server.uri(),
                "subscriptions/listen",
                null,
                "\"notifications\":{\"toolsListChanged\":true,"
                        + "\"resourceSubscriptions\":[\"note:open\",\"note:secret\",\"note:later\"]}");
    }

    @Test
    void a_subscription_omits_what_its_owner_may_not_see() throws Exception {
        try (EventStreamReader visible = RequestSender.openStream(newListenRequest(), issuer.issueToken("mcp"));
                EventStreamReader all = RequestSender.openStream(newListenRequest(), issuer.issueToken("mcp secret"))) {
            assertThat(visible.nextData()).contains("note:open").doesNotContain("note:secret");
            assertThat(all.nextData()).contains("note:open", "note:secret");

            McpServer mcpServer = server.mcpServer();
            mcpServer.addResource("note:later").scopes("secret").handler((request, call) -> "later");
            mcpServer.addTool("hidden").scopes("secret").handler((arguments, call) -> "hidden");
            mcpServer.removeTool("hidden");
            mcpServer.notifyResourceUpdated("note:secret");
            mcpServer.notifyResourceUpdated("note:later");
            mcpServer.notifyResourceUpdated("note:open");

            assertThat(visible.nextData()).contains("resources/updated", "note:open");
            assertThat(all.nextData()).contains("tools/list_changed");
            assertThat(all.nextData()).contains("tools/list_changed");
            assertThat(all.nextData()).contains("note:secret");
            assertThat(all.nextData()).contains("note:later");
            assertThat(all.nextData()).contains("note:open");
            mcpServer.removeResource("note:later");
        }
    }

    @Test
    void a_session_is_notified_according_to_its_last_token() throws Exception {
        String all = issuer.issueToken("mcp secret");
        String visible = issuer.issueToken("mcp");
        String session = RequestSender.openSession(server.uri(), all);
        String subscribe = RequestSender.createSessionMessage(1, "resources/subscribe", "\"uri\":\"note:secret\"");
        String subscribeOpen = RequestSender.createSessionMessage(2, "resources/subscribe", "\"uri\":\"note:open\"");

        assertThat(RequestSender.sendWithToken(
                                RequestSender.newSessionRequest(server.uri(), session, subscribe), visible)
                        .statusCode())
                .isEqualTo(403);
        assertThat(RequestSender.sendWithToken(RequestSender.newSessionRequest(server.uri(), session, subscribe), all)
                        .statusCode())
                .isEqualTo(200);
        assertThat(RequestSender.sendWithToken(
                                RequestSender.newSessionRequest(server.uri(), session, subscribeOpen), all)
                        .statusCode())
                .isEqualTo(200);
        HttpRequest.Builder getRequest = RequestSender.newRequest(server.uri())
                .header("Mcp-Session-Id", session)
                .GET();
        try (EventStreamReader events = RequestSender.openStream(getRequest, visible)) {
            server.mcpServer().notifyResourceUpdated("note:secret");
            server.mcpServer().notifyResourceUpdated("note:open");
            assertThat(events.nextData()).contains("note:open");
            RequestSender.sendWithToken(
                    RequestSender.newSessionRequest(
                            server.uri(), session, RequestSender.createSessionMessage(3, "ping", "")),
                    all);
            server.mcpServer().notifyResourceUpdated("note:secret");
            assertThat(events.nextData()).contains("note:secret");
        }
    }

    @Test
    @Covers("core/auth-server/no-data-unauthorized")
    void open_streams_end_when_their_token_expires() throws Exception {
        String shortLivedToken =
                issuer.issueToken(claims -> claims.put("exp", Instant.now().getEpochSecond() + 3));
        String session = RequestSender.openSession(server.uri(), shortLivedToken);
        HttpRequest.Builder getRequest = RequestSender.newRequest(server.uri())
                .header("Mcp-Session-Id", session)
                .GET();
        try (EventStreamReader getStream = RequestSender.openStream(getRequest, shortLivedToken);
                EventStreamReader subscriptionStream = RequestSender.openStream(newListenRequest(), shortLivedToken)) {
            assertThat(getStream.status()).isEqualTo(200);
            assertThat(getStream.readRemainingData()).isEmpty();
            assertThat(subscriptionStream.readRemainingData())
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("\"result\"");
        }
        assertThat(RequestSender.sendWithToken(
                                RequestSender.newSessionRequest(
                                        server.uri(), session, RequestSender.createSessionMessage(1, "ping", "")),
                                issuer.issueToken("mcp"))
                        .statusCode())
                .as("the session continues with a new token")
                .isEqualTo(200);
    }

    /** A WebSocket of the JDK. */
    private static final class WebSocketClient implements WebSocket.Listener, AutoCloseable {
        static final String CLOSED = "closed";

        private final BlockingQueue<String> receivedMessages = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private WebSocket socket;

        static WebSocketClient open(URI uri, String authorization) throws ExecutionException, InterruptedException {
            WebSocketClient client = new WebSocketClient();
            WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
            if (!authorization.isEmpty()) {
                builder.header("Authorization", authorization);
            }
            client.socket = builder.buildAsync(uri, client).get();
            return client;
        }

        Json exchange(String message) throws InterruptedException {
            socket.sendText(message, true);
            return Json.parse(nextMessage());
        }

        String nextMessage() throws InterruptedException {
            String next = receivedMessages.poll(20, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("Nothing came");
            }
            return next;
        }

        @Override
        public CompletionStage<?> onText(WebSocket sender, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                receivedMessages.add(text.toString());
                text.setLength(0);
            }
            sender.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket sender, int code, String reason) {
            receivedMessages.add(CLOSED);
            return null;
        }

        @Override
        public void onError(WebSocket sender, Throwable error) {
            receivedMessages.add(CLOSED);
        }

        @Override
        public void close() {
            socket.abort();
        }
    }
}
