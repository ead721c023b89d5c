package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.LogLevel;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.ClientInputRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sessions and streams belong to one caller, and do not replace credentials. */
class SessionOwnerTest {
    private static ProtectedTestServer server;
    private final Issuer issuer = new Issuer();
    private final String ann = issuer.issueTokenFor("ann", "mcp");
    private final String bob = issuer.issueTokenFor("bob", "mcp");

    /** The values of a form. */
    record NameForm(String name) {}

    @BeforeAll
    static void open() {
        ServerBuilder serverBuilder = McpServer.builder("owned", "1")
                .enableLogging()
                .tool("tell")
                .handler((arguments, call) -> {
                    call.log(
                            LogLevel.INFO,
                            "t",
                            "for " + call.principal().orElseThrow().name());
                    return "told";
                })
                .tool("ask")
                .handler(
                        (arguments, call) -> call.requestInput("name", ClientInputRequest.form("Name?", NameForm.class))
                                .toString())
                .resource("note:open")
                .handler((request, call) -> "open");
        server = ProtectedTestServer.start(
                serverBuilder, ProtectedTestServer.newAuthenticatorBuilder().build(), http -> http.httpSse("/sse"));
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    @Covers({"legacy/security/session-not-auth", "core/security/verify-all-requests"})
    void a_session_id_does_not_replace_a_token() throws Exception {
        String session = RequestSender.openSession(server.uri(), ann);
        List<HttpRequest.Builder> requests = List.of(
                RequestSender.newSessionRequest(
                        server.uri(), session, RequestSender.createSessionMessage(1, "ping", "")),
                RequestSender.newSessionRequest(
                        server.uri(), session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"),
                RequestSender.newSessionRequest(server.uri(), session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
                RequestSender.newSessionRequest(server.uri(), session, "no message"),
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", session)
                        .GET(),
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", session)
                        .header("Last-Event-ID", "0-0")
                        .GET(),
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", session)
                        .DELETE(),
                RequestSender.newRequest(server.uri()).method("PUT", HttpRequest.BodyPublishers.noBody()),
                RequestSender.newRequest(server.uri())
                        .POST(HttpRequest.BodyPublishers.ofString(RequestSender.createInitializeRequest())),
                RequestSender.newStatelessRequest(server.uri(), "server/discover", null, ""),
                RequestSender.newRequest(server.uri().resolve("/sse")).GET(),
                RequestSender.newRequest(server.uri().resolve("/sse/message?sessionId=x"))
                        .POST(HttpRequest.BodyPublishers.ofString(RequestSender.createInitializeRequest())));
        for (HttpRequest.Builder request : requests) {
            HttpResponse<String> response = RequestSender.send(request);

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(RequestSender.getChallenge(response)).startsWith("Bearer resource_metadata=");
            assertThat(response.body()).isEmpty();
        }
        assertThat(RequestSender.sendWithToken(
                                RequestSender.newSessionRequest(
                                        server.uri(), session, RequestSender.createSessionMessage(1, "ping", "")),
                                ann)
                        .statusCode())
                .as("the session lives on")
                .isEqualTo(200);
    }

    @Test
    @Covers({"2026-07-28/lifecycle/auth-every-request", "core/security/verify-all-requests"})
    void each_request_is_authenticated() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(server.uri(), "tell"), ann)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(RequestSender.send(RequestSender.newToolCall(server.uri(), "tell"))
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_session_of_a_different_caller_is_unknown() throws Exception {
        String session = RequestSender.openSession(server.uri(), ann);
        List<HttpRequest.Builder> requests = List.of(
                RequestSender.newSessionRequest(
                        server.uri(), session, RequestSender.createSessionMessage(1, "tools/list", "")),
                RequestSender.newSessionRequest(
                        server.uri(),
                        session,
                        RequestSender.createSessionMessage(1, "resources/subscribe", "\"uri\":\"note:open\"")),
                RequestSender.newSessionRequest(
                        server.uri(),
                        session,
                        RequestSender.createSessionMessage(1, "resources/unsubscribe", "\"uri\":\"note:open\"")),
                RequestSender.newSessionRequest(
                        server.uri(),
                        session,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"),
                RequestSender.newSessionRequest(server.uri(), session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", session)
                        .GET(),
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", session)
                        .DELETE());
        HttpResponse<String> unknown = RequestSender.sendWithToken(
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", "unknown")
                        .DELETE(),
                bob);
        for (HttpRequest.Builder request : requests) {
            HttpResponse<String> response = RequestSender.sendWithToken(request, bob);

            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(Json.parse(response.body()).get("error"))
                    .isEqualTo(Json.parse(unknown.body()).get("error"));
        }
        assertThat(RequestSender.sendWithToken(
                                RequestSender.newSessionRequest(
                                        server.uri(), session, RequestSender.createSessionMessage(1, "ping", "")),
                                ann)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_broken_stream_is_not_resumed_by_a_different_caller() throws Exception {
        String session = RequestSender.openSession(server.uri(), ann);
        String id;
        String call = RequestSender.createSessionMessage(1, "tools/call", "\"name\":\"tell\",\"arguments\":{}");
        try (EventStreamReader events =
                RequestSender.openStream(RequestSender.newSessionRequest(server.uri(), session, call), ann)) {
            id = events.nextValue("id");
        }
        HttpRequest.Builder resumeRequest = RequestSender.newRequest(server.uri())
                .header("Mcp-Session-Id", session)
                .header("Last-Event-ID", id)
                .GET();

        HttpResponse<String> otherCaller = RequestSender.sendWithToken(resumeRequest.copy(), bob);
        assertThat(otherCaller.statusCode()).isEqualTo(404);
        assertThat(otherCaller.body()).doesNotContain("told").doesNotContain("ann");
        try (EventStreamReader owner = RequestSender.openStream(resumeRequest, ann)) {
            assertThat(owner.status()).isEqualTo(200);
            assertThat(owner.nextData()).isNotEmpty();
        }
    }

    @Test
    @Covers("2026-07-28/security/handle-not-auth")
    void request_state_is_valid_for_its_caller_and_only_with_a_token() throws Exception {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{}}}}";
        String params = meta + ",\"name\":\"ask\",\"arguments\":{}";
        Json first = RequestSender.parseJson(RequestSender.sendWithToken(newAskCall(params), ann))
                .get("result");
        String repeatedParams = params + ",\"requestState\":" + first.get("requestState")
                + ",\"inputResponses\":{\"name\":{\"action\":\"accept\",\"content\":{\"name\":\"x\"}}}";

        HttpResponse<String> withoutToken = RequestSender.send(newAskCall(repeatedParams));
        HttpResponse<String> otherCaller = RequestSender.sendWithToken(newAskCall(repeatedParams), bob);
        HttpResponse<String> owner =
                RequestSender.sendWithToken(newAskCall(repeatedParams), issuer.issueTokenFor("ann", "mcp other"));

        assertThat(withoutToken.statusCode()).isEqualTo(401);
        assertThat(RequestSender.parseJson(otherCaller).get("error").get("code"))
                .isEqualTo(Json.of(-32602));
        assertThat(otherCaller.body()).contains("requestState");
        assertThat(RequestSender.parseJson(owner).get("result").get("resultType"))
                .isEqualTo(Json.of("complete"));
    }

    private static HttpRequest.Builder newAskCall(String params) {
        return RequestSender.newRequest(server.uri())
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "ask")
                .POST(HttpRequest.BodyPublishers.ofString(RequestSender.createSessionMessage(1, "tools/call", params)));
    }

    @Test
    void an_http_sse_stream_accepts_messages_of_its_owner_only() throws Exception {
        try (EventStreamReader events = RequestSender.openStream(
                RequestSender.newRequest(server.uri().resolve("/sse")).GET(), ann)) {
            URI messages = server.uri().resolve(events.nextData());
            HttpRequest.Builder post = RequestSender.newRequest(messages)
                    .POST(HttpRequest.BodyPublishers.ofString(RequestSender.createInitializeRequest()));

            assertThat(RequestSender.send(post.copy()).statusCode()).isEqualTo(401);
            assertThat(RequestSender.sendWithToken(post.copy(), bob).statusCode())
                    .isEqualTo(404);
            assertThat(RequestSender.sendWithToken(post, ann).statusCode()).isEqualTo(202);
            assertThat(events.nextData()).contains("protocolVersion");
        }
    }

    @Test
    @Covers("legacy/security/session-id-random")
    void session_ids_are_long_and_unique() throws Exception {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            ids.add(RequestSender.openSession(server.uri(), ann));
        }

        assertThat(ids).hasSize(50).allMatch(id -> id.length() >= 22);
        for (int place = 0; place < 20; place++) {
            int at = place;
            assertThat(ids.stream().map(id -> id.charAt(at)).distinct().count())
                    .as("no part of them stays the same")
                    .isGreaterThan(8);
        }
    }

    @Test
    void the_same_subject_of_a_different_issuer_is_a_different_caller() throws Exception {
        JwtVerifier verifier = JwtVerifier.forAudience(Issuer.RESOURCE)
                .issuerWithKeys(Issuer.NAME, Issuer.jwks())
                .issuerWithKeys("https://other.example.com", Issuer.jwks())
                .build();
        try (ProtectedTestServer twoIssuers = ProtectedTestServer.start(ProtectedTestServer.newAuthenticatorBuilder()
                .tokenVerifier(verifier)
                .build())) {
            String session = RequestSender.openSession(twoIssuers.uri(), ann);
            String other = new Issuer("https://other.example.com").issueToken("mcp");

            assertThat(RequestSender.sendWithToken(RequestSender.newToolCall(twoIssuers.uri(), "whoami"), other)
                            .body())
                    .contains("other.example.com|ann");
            assertThat(RequestSender.sendWithToken(
                                    RequestSender.newSessionRequest(
                                            twoIssuers.uri(),
                                            session,
                                            RequestSender.createSessionMessage(1, "ping", "")),
                                    other)
                            .statusCode())
                    .isEqualTo(404);
        }
    }
}
