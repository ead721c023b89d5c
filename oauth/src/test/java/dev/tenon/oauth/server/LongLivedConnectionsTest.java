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
class LongLivedConnectionsTest {
    private static final String FORBIDDEN = "{\"code\":403,\"message\":\"Forbidden: not allowed to this caller\"}";

    private static ProtectedTestServer site;
    private final Issuer issuer = new Issuer();

    @BeforeAll
    static void open() {
        site = ProtectedTestServer.open(
                McpServer.builder("doors", "1")
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
                ProtectedTestServer.resource().build(),
                http -> http.httpSse("/sse").webSocket("/ws"));
    }

    @AfterAll
    static void close() {
        site.close();
    }

    private static String call(int id, String tool) {
        return RequestSender.body(id, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":{}");
    }

    @Test
    @Covers("core/auth-server/other-transports")
    void a_web_socket_requires_a_token() {
        URI uri = site.http().webSocketUri().orElseThrow();
        for (String header : new String[] {"", "Bearer x", "Bearer " + issuer.token("other")}) {
            assertThatThrownBy(() -> Socket.open(uri, header))
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
        try (Socket socket = Socket.open(site.http().webSocketUri().orElseThrow(), "Bearer " + issuer.token("mcp"))) {
            Json open = socket.ask(call(1, "open"));
            Json secret = socket.ask(call(2, "secret"));
            Json list = socket.ask(RequestSender.body(3, "tools/list", ""));

            assertThat(open.get("result")).isNotNull();
            assertThat(secret.get("error")).isEqualTo(Json.parse(FORBIDDEN));
            assertThat(list.toString()).contains("\"open\"").doesNotContain("secret");
        }
    }

    @Test
    void a_web_socket_closes_when_its_token_ends() throws Exception {
        String brief = issuer.token(claims -> claims.put("exp", Instant.now().getEpochSecond() + 2));
        try (Socket socket = Socket.open(site.http().webSocketUri().orElseThrow(), "Bearer " + brief)) {
            assertThat(socket.ask(call(1, "open")).get("result")).isNotNull();
            assertThat(socket.next()).isEqualTo(Socket.CLOSED);
        }
    }

    @Test
    void over_http_sse_the_token_of_each_message_counts() throws Exception {
        try (Events events = RequestSender.stream(
                RequestSender.at(site.uri().resolve("/sse")).GET(), issuer.token("mcp secret"))) {
            URI messages = site.uri().resolve(events.data());
            post(messages, RequestSender.initialize(), issuer.token("mcp secret"));
            assertThat(events.data()).contains("protocolVersion");
            post(messages, legacyCall(1), issuer.token("mcp secret"));
            assertThat(events.data()).contains("\"result\"");
            post(messages, legacyCall(2), issuer.token("mcp"));
            assertThat(Json.parse(events.data()).get("error")).isEqualTo(Json.parse(FORBIDDEN));
            assertThat(RequestSender.bearer(
                                    RequestSender.at(messages).POST(HttpRequest.BodyPublishers.ofString(legacyCall(3))),
                                    issuer.token("other"))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    private static String legacyCall(int id) {
        return RequestSender.legacy(id, "tools/call", "\"name\":\"secret\",\"arguments\":{}");
    }

    private static void post(URI messages, String body, String token) throws Exception {
        var answer =
                RequestSender.bearer(RequestSender.at(messages).POST(HttpRequest.BodyPublishers.ofString(body)), token);
        assertThat(answer.statusCode()).isEqualTo(202);
    }

    @Test
    void an_http_sse_stream_ends_when_its_last_token_expires() throws Exception {
        String brief = issuer.token(claims -> claims.put("exp", Instant.now().getEpochSecond() + 2));
        try (Events events = RequestSender.stream(
                RequestSender.at(site.uri().resolve("/sse")).GET(), brief)) {
            assertThat(events.rest()).hasSize(1);
        }
    }

    private static HttpRequest.Builder listen() {
        return RequestSender.modern(
                site.uri(),
                "subscriptions/listen",
                null,
                "\"notifications\":{\"toolsListChanged\":true,"
                        + "\"resourceSubscriptions\":[\"note:open\",\"note:secret\",\"note:later\"]}");
    }

    @Test
    void a_subscription_omits_what_its_owner_may_not_see() throws Exception {
        try (Events narrow = RequestSender.stream(listen(), issuer.token("mcp"));
                Events wide = RequestSender.stream(listen(), issuer.token("mcp secret"))) {
            assertThat(narrow.data()).contains("note:open").doesNotContain("note:secret");
            assertThat(wide.data()).contains("note:open", "note:secret");

            McpServer server = site.server();
            server.addResource("note:later").scopes("secret").handler((request, call) -> "later");
            server.addTool("hidden").scopes("secret").handler((arguments, call) -> "hidden");
            server.removeTool("hidden");
            server.notifyResourceUpdated("note:secret");
            server.notifyResourceUpdated("note:later");
            server.notifyResourceUpdated("note:open");

            assertThat(narrow.data()).contains("resources/updated", "note:open");
            assertThat(wide.data()).contains("tools/list_changed");
            assertThat(wide.data()).contains("tools/list_changed");
            assertThat(wide.data()).contains("note:secret");
            assertThat(wide.data()).contains("note:later");
            assertThat(wide.data()).contains("note:open");
            server.removeResource("note:later");
        }
    }

    @Test
    void a_session_is_notified_according_to_its_last_token() throws Exception {
        String wide = issuer.token("mcp secret");
        String narrow = issuer.token("mcp");
        String session = RequestSender.session(site.uri(), wide);
        String subscribe = RequestSender.legacy(1, "resources/subscribe", "\"uri\":\"note:secret\"");
        String subscribeOpen = RequestSender.legacy(2, "resources/subscribe", "\"uri\":\"note:open\"");

        assertThat(RequestSender.bearer(RequestSender.in(site.uri(), session, subscribe), narrow)
                        .statusCode())
                .isEqualTo(403);
        assertThat(RequestSender.bearer(RequestSender.in(site.uri(), session, subscribe), wide)
                        .statusCode())
                .isEqualTo(200);
        assertThat(RequestSender.bearer(RequestSender.in(site.uri(), session, subscribeOpen), wide)
                        .statusCode())
                .isEqualTo(200);
        HttpRequest.Builder get =
                RequestSender.at(site.uri()).header("Mcp-Session-Id", session).GET();
        try (Events events = RequestSender.stream(get, narrow)) {
            site.server().notifyResourceUpdated("note:secret");
            site.server().notifyResourceUpdated("note:open");
            assertThat(events.data()).contains("note:open");
            RequestSender.bearer(RequestSender.in(site.uri(), session, RequestSender.legacy(3, "ping", "")), wide);
            site.server().notifyResourceUpdated("note:secret");
            assertThat(events.data()).contains("note:secret");
        }
    }

    @Test
    @Covers("core/auth-server/no-data-unauthorized")
    void open_streams_end_when_their_token_expires() throws Exception {
        String brief = issuer.token(claims -> claims.put("exp", Instant.now().getEpochSecond() + 3));
        String session = RequestSender.session(site.uri(), brief);
        HttpRequest.Builder get =
                RequestSender.at(site.uri()).header("Mcp-Session-Id", session).GET();
        try (Events standing = RequestSender.stream(get, brief);
                Events listening = RequestSender.stream(listen(), brief)) {
            assertThat(standing.status()).isEqualTo(200);
            assertThat(standing.rest()).isEmpty();
            assertThat(listening.rest()).hasSize(2).last().asString().contains("\"result\"");
        }
        assertThat(RequestSender.bearer(
                                RequestSender.in(site.uri(), session, RequestSender.legacy(1, "ping", "")),
                                issuer.token("mcp"))
                        .statusCode())
                .as("the session continues with a new token")
                .isEqualTo(200);
    }

    /** A WebSocket of the JDK. */
    private static final class Socket implements WebSocket.Listener, AutoCloseable {
        static final String CLOSED = "closed";

        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private WebSocket socket;

        static Socket open(URI uri, String authorization) throws ExecutionException, InterruptedException {
            Socket listener = new Socket();
            WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
            if (!authorization.isEmpty()) {
                builder.header("Authorization", authorization);
            }
            listener.socket = builder.buildAsync(uri, listener).get();
            return listener;
        }

        Json ask(String message) throws InterruptedException {
            socket.sendText(message, true);
            return Json.parse(next());
        }

        String next() throws InterruptedException {
            String next = heard.poll(20, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("Nothing came");
            }
            return next;
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                heard.add(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            heard.add(CLOSED);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            heard.add(CLOSED);
        }

        @Override
        public void close() {
            socket.abort();
        }
    }
}
