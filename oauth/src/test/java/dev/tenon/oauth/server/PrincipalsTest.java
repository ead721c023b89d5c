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
class PrincipalsTest {
    private static ProtectedTestServer site;
    private final Issuer issuer = new Issuer();
    private final String ann = issuer.tokenOf("ann", "mcp");
    private final String bob = issuer.tokenOf("bob", "mcp");

    /** The values of a form. */
    record Name(String name) {}

    @BeforeAll
    static void open() {
        ServerBuilder offering = McpServer.builder("owned", "1")
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
                .handler((arguments, call) -> call.requestInput("name", ClientInputRequest.form("Name?", Name.class))
                        .toString())
                .resource("note:open")
                .handler((request, call) -> "open");
        site = ProtectedTestServer.open(offering, ProtectedTestServer.resource().build(), http -> http.httpSse("/sse"));
    }

    @AfterAll
    static void close() {
        site.close();
    }

    @Test
    @Covers({"legacy/security/session-not-auth", "core/security/verify-all-requests"})
    void a_session_id_does_not_replace_a_token() throws Exception {
        String session = RequestSender.session(site.uri(), ann);
        List<HttpRequest.Builder> visits = List.of(
                RequestSender.in(site.uri(), session, RequestSender.legacy(1, "ping", "")),
                RequestSender.in(site.uri(), session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"),
                RequestSender.in(site.uri(), session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
                RequestSender.in(site.uri(), session, "no message"),
                RequestSender.at(site.uri()).header("Mcp-Session-Id", session).GET(),
                RequestSender.at(site.uri())
                        .header("Mcp-Session-Id", session)
                        .header("Last-Event-ID", "0-0")
                        .GET(),
                RequestSender.at(site.uri()).header("Mcp-Session-Id", session).DELETE(),
                RequestSender.at(site.uri()).method("PUT", HttpRequest.BodyPublishers.noBody()),
                RequestSender.at(site.uri()).POST(HttpRequest.BodyPublishers.ofString(RequestSender.initialize())),
                RequestSender.modern(site.uri(), "server/discover", null, ""),
                RequestSender.at(site.uri().resolve("/sse")).GET(),
                RequestSender.at(site.uri().resolve("/sse/message?sessionId=x"))
                        .POST(HttpRequest.BodyPublishers.ofString(RequestSender.initialize())));
        for (HttpRequest.Builder visit : visits) {
            HttpResponse<String> answer = RequestSender.send(visit);

            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(RequestSender.challenge(answer)).startsWith("Bearer resource_metadata=");
            assertThat(answer.body()).isEmpty();
        }
        assertThat(RequestSender.bearer(RequestSender.in(site.uri(), session, RequestSender.legacy(1, "ping", "")), ann)
                        .statusCode())
                .as("the session lives on")
                .isEqualTo(200);
    }

    @Test
    @Covers({"2026-07-28/lifecycle/auth-every-request", "core/security/verify-all-requests"})
    void each_request_is_authenticated() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(RequestSender.bearer(RequestSender.tool(site.uri(), "tell"), ann)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(RequestSender.send(RequestSender.tool(site.uri(), "tell"))
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_session_of_a_different_caller_is_unknown() throws Exception {
        String session = RequestSender.session(site.uri(), ann);
        List<HttpRequest.Builder> visits = List.of(
                RequestSender.in(site.uri(), session, RequestSender.legacy(1, "tools/list", "")),
                RequestSender.in(
                        site.uri(), session, RequestSender.legacy(1, "resources/subscribe", "\"uri\":\"note:open\"")),
                RequestSender.in(
                        site.uri(), session, RequestSender.legacy(1, "resources/unsubscribe", "\"uri\":\"note:open\"")),
                RequestSender.in(
                        site.uri(),
                        session,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"),
                RequestSender.in(site.uri(), session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
                RequestSender.at(site.uri()).header("Mcp-Session-Id", session).GET(),
                RequestSender.at(site.uri()).header("Mcp-Session-Id", session).DELETE());
        HttpResponse<String> unknown = RequestSender.bearer(
                RequestSender.at(site.uri()).header("Mcp-Session-Id", "unknown").DELETE(), bob);
        for (HttpRequest.Builder visit : visits) {
            HttpResponse<String> answer = RequestSender.bearer(visit, bob);

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(Json.parse(answer.body()).get("error"))
                    .isEqualTo(Json.parse(unknown.body()).get("error"));
        }
        assertThat(RequestSender.bearer(RequestSender.in(site.uri(), session, RequestSender.legacy(1, "ping", "")), ann)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_broken_stream_is_not_resumed_by_a_different_caller() throws Exception {
        String session = RequestSender.session(site.uri(), ann);
        String id;
        String call = RequestSender.legacy(1, "tools/call", "\"name\":\"tell\",\"arguments\":{}");
        try (Events events = RequestSender.stream(RequestSender.in(site.uri(), session, call), ann)) {
            id = events.next("id");
        }
        HttpRequest.Builder resumed = RequestSender.at(site.uri())
                .header("Mcp-Session-Id", session)
                .header("Last-Event-ID", id)
                .GET();

        HttpResponse<String> stranger = RequestSender.bearer(resumed.copy(), bob);
        assertThat(stranger.statusCode()).isEqualTo(404);
        assertThat(stranger.body()).doesNotContain("told").doesNotContain("ann");
        try (Events owner = RequestSender.stream(resumed, ann)) {
            assertThat(owner.status()).isEqualTo(200);
            assertThat(owner.data()).isNotEmpty();
        }
    }

    @Test
    @Covers("2026-07-28/security/handle-not-auth")
    void request_state_is_valid_for_its_caller_and_only_with_a_token() throws Exception {
        String capable = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{}}}}";
        String params = capable + ",\"name\":\"ask\",\"arguments\":{}";
        Json first =
                RequestSender.json(RequestSender.bearer(asking(params), ann)).get("result");
        String again = params + ",\"requestState\":" + first.get("requestState")
                + ",\"inputResponses\":{\"name\":{\"action\":\"accept\",\"content\":{\"name\":\"x\"}}}";

        HttpResponse<String> nobody = RequestSender.send(asking(again));
        HttpResponse<String> stranger = RequestSender.bearer(asking(again), bob);
        HttpResponse<String> owner = RequestSender.bearer(asking(again), issuer.tokenOf("ann", "mcp other"));

        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(RequestSender.json(stranger).get("error").get("code")).isEqualTo(Json.of(-32602));
        assertThat(stranger.body()).contains("requestState");
        assertThat(RequestSender.json(owner).get("result").get("resultType")).isEqualTo(Json.of("complete"));
    }

    private static HttpRequest.Builder asking(String params) {
        return RequestSender.at(site.uri())
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "ask")
                .POST(HttpRequest.BodyPublishers.ofString(RequestSender.legacy(1, "tools/call", params)));
    }

    @Test
    void an_http_sse_stream_accepts_messages_of_its_owner_only() throws Exception {
        try (Events events = RequestSender.stream(
                RequestSender.at(site.uri().resolve("/sse")).GET(), ann)) {
            URI messages = site.uri().resolve(events.data());
            HttpRequest.Builder post =
                    RequestSender.at(messages).POST(HttpRequest.BodyPublishers.ofString(RequestSender.initialize()));

            assertThat(RequestSender.send(post.copy()).statusCode()).isEqualTo(401);
            assertThat(RequestSender.bearer(post.copy(), bob).statusCode()).isEqualTo(404);
            assertThat(RequestSender.bearer(post, ann).statusCode()).isEqualTo(202);
            assertThat(events.data()).contains("protocolVersion");
        }
    }

    @Test
    @Covers("legacy/security/session-id-random")
    void session_ids_are_long_and_unique() throws Exception {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            ids.add(RequestSender.session(site.uri(), ann));
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
        JwtVerifier two = JwtVerifier.forAudience(Issuer.RESOURCE)
                .issuerWithKeys(Issuer.NAME, Issuer.jwks())
                .issuerWithKeys("https://other.example.com", Issuer.jwks())
                .build();
        try (ProtectedTestServer both = ProtectedTestServer.open(
                ProtectedTestServer.resource().tokenVerifier(two).build())) {
            String session = RequestSender.session(both.uri(), ann);
            String other = new Issuer("https://other.example.com").token("mcp");

            assertThat(RequestSender.bearer(RequestSender.tool(both.uri(), "whoami"), other)
                            .body())
                    .contains("other.example.com|ann");
            assertThat(RequestSender.bearer(
                                    RequestSender.in(both.uri(), session, RequestSender.legacy(1, "ping", "")), other)
                            .statusCode())
                    .isEqualTo(404);
        }
    }
}
