package dev.tenon.oauth.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Caching;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a caller may see and do depends on the scopes of its token. */
class ScopeEnforcementTest {
    private static final AtomicInteger HANDLER_RUNS = new AtomicInteger();

    private static ProtectedTestServer server;
    private final Issuer issuer = new Issuer();

    @BeforeAll
    static void open() {
        server = ProtectedTestServer.start(
                newServerBuilder(),
                ProtectedTestServer.newAuthenticatorBuilder().build(),
                http -> http);
    }

    private static ServerBuilder newServerBuilder() {
        ServerBuilder builder = McpServer.builder("scoped", "1")
                .limits(Limits.DEFAULT.toBuilder().pageSize(2).build())
                .listCaching(Caching.ofPublic(Duration.ofMinutes(1)));
        for (int i = 0; i < 6; i++) {
            builder.tool("open" + i).handler((arguments, call) -> "open");
            builder.tool("secret" + i)
                    .scopes("secret")
                    .handler((arguments, call) -> "" + HANDLER_RUNS.incrementAndGet());
        }
        return builder.resource("note:open")
                .caching(Caching.ofPublic(Duration.ofMinutes(1)))
                .handler((request, call) -> "open")
                .resource("note:secret")
                .caching(Caching.ofPublic(Duration.ofMinutes(1)))
                .scopes("secret")
                .handler((request, call) -> "" + HANDLER_RUNS.incrementAndGet())
                .resourceTemplate("file:{name}")
                .scopes("secret", "files")
                .completion("name", (value, context, call) -> List.of("" + HANDLER_RUNS.incrementAndGet()))
                .handler((request, call) -> "file")
                .prompt("open")
                .handler((arguments, call) -> "open")
                .prompt("secret")
                .scopes("secret")
                .requiredArgument("who", "whom")
                .completion("who", (value, context, call) -> List.of("" + HANDLER_RUNS.incrementAndGet()))
                .handler((arguments, call) -> "" + HANDLER_RUNS.incrementAndGet());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private HttpResponse<String> send(String scopes, String method, @Nullable String name, String params)
            throws Exception {
        return RequestSender.sendWithToken(
                RequestSender.newStatelessRequest(server.uri(), method, name, params), issuer.issueToken(scopes));
    }

    private List<String> listAll(String scopes, String method, String array, String key) throws Exception {
        List<String> values = new ArrayList<>();
        String params = "";
        for (int page = 0; page < 20; page++) {
            Json result =
                    RequestSender.parseJson(send(scopes, method, null, params)).get("result");
            List<Json> items = result.get(array).elements();
            assertThat(items).as("no page is empty").isNotEmpty();
            items.forEach(item -> values.add(item.get(key).string()));
            Json next = result.get("nextCursor");
            if (next == null) {
                return values;
            }
            params = "\"cursor\":" + next;
        }
        throw new AssertionError("no end of pages");
    }

    @Test
    void lists_show_what_the_caller_may_use() throws Exception {
        assertThat(listAll("mcp", "tools/list", "tools", "name"))
                .containsExactly("open0", "open1", "open2", "open3", "open4", "open5");
        assertThat(listAll("mcp secret", "tools/list", "tools", "name"))
                .hasSize(12)
                .contains("secret0", "secret5");
        assertThat(listAll("mcp", "resources/list", "resources", "uri")).containsExactly("note:open");
        assertThat(listAll("mcp secret", "resources/list", "resources", "uri"))
                .containsExactly("note:open", "note:secret");
        assertThat(listAll("mcp", "prompts/list", "prompts", "name")).containsExactly("open");
        assertThat(listAll("mcp secret", "prompts/list", "prompts", "name")).containsExactly("open", "secret");
        assertThat(listAll("mcp secret files", "resources/templates/list", "resourceTemplates", "uriTemplate"))
                .containsExactly("file:{name}");
        assertThat(RequestSender.parseJson(send("mcp secret", "resources/templates/list", null, ""))
                        .get("result")
                        .get("resourceTemplates")
                        .elements())
                .isEmpty();
    }

    @Test
    @Covers("2026-07-28/caching/access-control")
    void results_that_depend_on_the_caller_are_private() throws Exception {
        for (String scopes : List.of("mcp", "mcp secret")) {
            Json tools = RequestSender.parseJson(send(scopes, "tools/list", null, ""))
                    .get("result");
            assertThat(tools.get("cacheScope")).isEqualTo(Json.of("private"));
            assertThat(tools.get("ttlMs")).isEqualTo(Json.of(60_000));
        }
        Json open = RequestSender.parseJson(send("mcp", "resources/read", "note:open", "\"uri\":\"note:open\""))
                .get("result");
        Json secret = RequestSender.parseJson(
                        send("mcp secret", "resources/read", "note:secret", "\"uri\":\"note:secret\""))
                .get("result");
        assertThat(open.get("cacheScope")).isEqualTo(Json.of("public"));
        assertThat(secret.get("cacheScope")).isEqualTo(Json.of("private"));
    }

    @Test
    void a_cursor_of_a_caller_with_more_scopes_shows_no_more() throws Exception {
        Json allTools = RequestSender.parseJson(send("mcp secret", "tools/list", null, ""))
                .get("result");
        Json visibleTools = RequestSender.parseJson(
                        send("mcp", "tools/list", null, "\"cursor\":" + allTools.get("nextCursor")))
                .get("result");

        assertThat(visibleTools.get("tools").elements().stream()
                        .map(tool -> tool.get("name").string()))
                .containsExactly("open1", "open2");
    }

    @Test
    @Covers("core/completion/security-access")
    void handlers_do_not_run_without_the_required_scopes() throws Exception {
        int before = HANDLER_RUNS.get();
        String secretPrompt =
                "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"secret\"},\"argument\":{\"name\":\"who\",\"value\":\"\"}";
        String templateReference =
                "\"ref\":{\"type\":\"ref/resource\",\"uri\":\"file:{name}\"},\"argument\":{\"name\":\"name\",\"value\":\"\"}";
        String resourceReference = templateReference.replace("file:{name}", "file:a");
        List<HttpResponse<String>> responses = List.of(
                send("mcp", "tools/call", "secret1", "\"name\":\"secret1\",\"arguments\":{}"),
                send("mcp", "resources/read", "note:secret", "\"uri\":\"note:secret\""),
                send("mcp", "prompts/get", "secret", "\"name\":\"secret\",\"arguments\":{\"who\":\"a\"}"),
                send("mcp", "completion/complete", null, secretPrompt));

        for (HttpResponse<String> response : responses) {
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(RequestSender.getChallenge(response))
                    .contains("error=\"insufficient_scope\"", "scope=\"mcp secret\"");
        }
        for (String params : List.of(templateReference, resourceReference)) {
            HttpResponse<String> response = send("mcp secret", "completion/complete", null, params);
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(RequestSender.getChallenge(response)).contains("scope=\"files mcp secret\"");
        }
        HttpResponse<String> read = send("mcp files", "resources/read", "file:a", "\"uri\":\"file:a\"");
        assertThat(RequestSender.getChallenge(read)).contains("scope=\"files mcp secret\"");
        assertThat(HANDLER_RUNS.get()).isEqualTo(before);
    }

    @Test
    void request_state_does_not_replace_scopes() throws Exception {
        ServerBuilder serverBuilder = McpServer.builder("asking", "1")
                .tool("secret")
                .scopes("secret")
                .handler((arguments, call) -> call.computeOnce("x", String.class, () -> "x"));
        try (ProtectedTestServer statefulServer = ProtectedTestServer.start(
                serverBuilder, ProtectedTestServer.newAuthenticatorBuilder().build(), http -> http)) {
            HttpResponse<String> response = RequestSender.sendWithToken(
                    RequestSender.newStatelessRequest(
                            statefulServer.uri(),
                            "tools/call",
                            "secret",
                            "\"name\":\"secret\",\"arguments\":{},\"requestState\":\"x\""),
                    issuer.issueToken("mcp"));

            assertThat(response.statusCode()).isEqualTo(403);
        }
    }

    @Test
    void unknown_items_are_reported_as_unknown_regardless_of_scopes() throws Exception {
        HttpResponse<String> response = send("mcp", "tools/call", "nothing", "\"name\":\"nothing\",\"arguments\":{}");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("Unknown tool");
    }

    @Test
    void a_batch_can_be_rejected_in_part() throws Exception {
        String token = issuer.issueToken("mcp");
        HttpRequest.Builder initialize = RequestSender.newRequest(server.uri())
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-03-26\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"));
        String session = RequestSender.send(initialize)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        HttpRequest.Builder batch = RequestSender.newRequest(server.uri())
                .header("Authorization", "Bearer " + token)
                .header("Mcp-Session-Id", session)
                .POST(
                        HttpRequest.BodyPublishers.ofString(
                                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"secret1\",\"arguments\":{}}},"
                                        + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"open1\",\"arguments\":{}}}]"));
        HttpResponse<String> response = RequestSender.send(batch);
        Map<Json, Json> parts = new java.util.HashMap<>();
        RequestSender.parseJson(response).elements().forEach(part -> parts.put(part.get("id"), part));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(RequestSender.getChallenge(response)).isEmpty();
        assertThat(parts.get(Json.of(1)).get("error"))
                .isEqualTo(Json.parse("{\"code\":403,\"message\":\"Forbidden: not allowed to this caller\"}"));
        assertThat(parts.get(Json.of(2)).get("result")).isNotNull();
    }

    @Test
    void required_scopes_also_apply_to_notifications() throws Exception {
        String token = issuer.issueToken("other");
        List<HttpRequest.Builder> requests = List.of(
                RequestSender.newRequest(server.uri())
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")),
                RequestSender.newRequest(server.uri())
                        .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")),
                RequestSender.newRequest(server.uri()).POST(HttpRequest.BodyPublishers.ofString("[]")),
                RequestSender.newRequest(server.uri())
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}")),
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", "x")
                        .GET(),
                RequestSender.newRequest(server.uri())
                        .header("Mcp-Session-Id", "x")
                        .DELETE());
        for (HttpRequest.Builder request : requests) {
            HttpResponse<String> response = RequestSender.sendWithToken(request, token);

            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(RequestSender.getChallenge(response)).contains("error=\"insufficient_scope\"", "scope=\"mcp\"");
        }
    }

    @Test
    @Covers("core/auth-server/scope-consistency")
    void the_challenge_of_an_operation_is_always_the_same() throws Exception {
        HttpResponse<String> first = send("mcp", "tools/call", "secret1", "\"name\":\"secret1\",\"arguments\":{}");
        HttpResponse<String> second = send("", "tools/call", "secret2", "\"name\":\"secret2\",\"arguments\":{}");

        assertThat(RequestSender.getChallenge(second)).isEqualTo(RequestSender.getChallenge(first));
    }
}
