package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.client.handler.SamplingHandler;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.Revision;
import dev.tenon.model.Root;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that a server of 2025-11-25 sends to the client. */
@BlockedThreadCheck
class ServerRequestTest {
    private static final String FORM_PARAMS = """
            "params":{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"},\
            "tone":{"type":"string","default":"warm"}},"required":["name"]}}""";
    private static final String SAMPLING_PARAMS =
            "\"params\":{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}],\"maxTokens\":9";

    private static ClientBuilder client() {
        return McpClient.builder("test", "1").revisions(Revision.V2025_11_25);
    }

    private static McpClient connect(ScriptedServer server, ClientBuilder builder) throws Exception {
        return ScriptedServer.connect(
                builder, server, () -> server.respondToInitialize("2025-11-25", ScriptedServer.ALL_CAPABILITIES));
    }

    private static Json sendRequest(ScriptedServer server, String method, String params) throws InterruptedException {
        server.send("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"" + method + "\"," + params + "}");
        Json response = server.nextMessage();
        assertThat(response.get("id").string()).isEqualTo("q");
        return response;
    }

    private static String errorCode(Json response) {
        return response.get("error").get("code").toString();
    }

    @Test
    @Covers({"core/elicitation/accept-content", "core/elicitation/one-mode"})
    void defaults_of_a_form_are_filled_in() throws Exception {
        ClientBuilder builder =
                client().onForm((form, requester) -> ElicitResult.accept(Json.of(Map.of("name", "Bo"))));
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            Json response = sendRequest(server, "elicitation/create", FORM_PARAMS);
            assertThat(response.get("result"))
                    .isEqualTo(Json.parse("{\"action\":\"accept\",\"content\":{\"name\":\"Bo\",\"tone\":\"warm\"}}"));
        }
    }

    @Test
    @Covers("core/elicitation/accept-content")
    void values_that_do_not_match_the_form_are_never_sent() throws Exception {
        ClientBuilder builder = client().onForm((form, requester) -> ElicitResult.accept(Json.of(Map.of("name", 7))));
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            assertThat(errorCode(sendRequest(server, "elicitation/create", FORM_PARAMS)))
                    .isEqualTo("-32603");
        }
    }

    @Test
    @Covers("core/elicitation/accept-content")
    void a_consent_to_open_a_page_has_no_content() throws Exception {
        ClientBuilder builder = client().onUrl((url, requester) -> ElicitResult.accept(Json.of(Map.of("secret", "x"))));
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            Json response = sendRequest(
                    server,
                    "elicitation/create",
                    "\"params\":{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example/x\",\"elicitationId\":\"1\"}");
            assertThat(response.get("result")).isEqualTo(Json.parse("{\"action\":\"accept\"}"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "file:///etc/passwd",
                "ftp://a.example/",
                "https://user:word@a.example/",
                "https:///nowhere"
            })
    @Covers("core/elicitation/url-careful")
    void an_invalid_page_is_not_shown_to_the_user(String url) throws Exception {
        ClientBuilder builder = client().onUrl((page, requester) -> {
            throw new AssertionError("shown");
        });
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            Json response = sendRequest(
                    server,
                    "elicitation/create",
                    "\"params\":{\"mode\":\"url\",\"message\":\"m\",\"url\":\"" + url + "\",\"elicitationId\":\"1\"}");
            assertThat(errorCode(response)).isEqualTo("-32602");
        }
    }

    @Test
    @Covers("core/elicitation/url-no-prefetch")
    void the_client_fetches_nothing_from_a_page_for_the_user() throws Exception {
        ClientBuilder builder = client().onUrl((page, requester) -> ElicitResult.accept());
        try (MockHttpServer http = new MockHttpServer(request -> MockHttpServer.MockResponse.ofStatus(200));
                ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            String url = ((HttpTarget) http.target()).uri().toString();
            sendRequest(
                    server,
                    "elicitation/create",
                    "\"params\":{\"mode\":\"url\",\"message\":\"m\",\"url\":\"" + url + "\",\"elicitationId\":\"1\"}");
            Thread.sleep(200);
            assertThat(http.requests()).isEmpty();
        }
    }

    @Test
    @Covers({"2025-11-25/elicitation/undeclared-mode-error", "core/elicitation/mode-default-form"})
    void a_mode_that_was_not_declared_is_invalid_and_without_a_mode_it_is_a_form() throws Exception {
        ClientBuilder builder = client().onUrl((url, requester) -> ElicitResult.decline());
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            assertThat(errorCode(sendRequest(server, "elicitation/create", FORM_PARAMS)))
                    .isEqualTo("-32602");
        }
    }

    @Test
    void an_undeclared_capability_is_an_unknown_method() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client())) {
            assertThat(errorCode(sendRequest(server, "elicitation/create", FORM_PARAMS)))
                    .isEqualTo("-32601");
            assertThat(errorCode(sendRequest(server, "sampling/createMessage", SAMPLING_PARAMS + "}")))
                    .isEqualTo("-32601");
            assertThat(errorCode(sendRequest(server, "roots/list", "\"params\":{}")))
                    .isEqualTo("-32601");
            assertThat(errorCode(sendRequest(server, "no/such", "\"params\":{}")))
                    .isEqualTo("-32601");
            assertThat(sendRequest(server, "ping", "\"params\":{}").get("result"))
                    .isEqualTo(Json.EMPTY_OBJECT);
        }
    }

    @Test
    @Covers({"core/sampling/tools-capability-client", "core/sampling/tools-undeclared-error"})
    void sampling_tools_are_rejected_unless_declared() throws Exception {
        String tools = SAMPLING_PARAMS + ",\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}";
        SamplingHandler handler = (request, requester) -> CreateMessageResult.of(
                "model", Content.text("tools: " + request.tools().size()));
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client().onSampling(handler))) {
            assertThat(errorCode(sendRequest(server, "sampling/createMessage", tools)))
                    .isEqualTo("-32602");
            assertThat(sendRequest(server, "sampling/createMessage", SAMPLING_PARAMS + "}")
                            .toString())
                    .contains("tools: 0");
        }
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client().onSamplingWithTools(handler))) {
            assertThat(sendRequest(server, "sampling/createMessage", tools).toString())
                    .contains("tools: 1");
        }
    }

    /** Issue 20, item 37: {@code sampling.tools}, not {@code sampling}. */
    @Test
    @Tag("exhaustive")
    void an_error_names_the_missing_sub_capability() throws Exception {
        String tools = SAMPLING_PARAMS + ",\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}";
        SamplingHandler handler = (request, requester) -> CreateMessageResult.of("model", Content.text("yes"));
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(
                        server, client().onSampling(handler).onUrl((url, requester) -> ElicitResult.decline()))) {
            assertThat(sendRequest(server, "sampling/createMessage", tools).toString())
                    .contains("client capability sampling.tools,");
            assertThat(sendRequest(server, "elicitation/create", FORM_PARAMS).toString())
                    .contains("client capability elicitation.form,");
            assertThat(sendRequest(server, "roots/list", "\"params\":{}").toString())
                    .contains("client capability roots,");
        }
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = ScriptedServer.connect(
                        client().revisions(Revision.V2025_11_25),
                        server,
                        () -> server.respondToInitialize("2025-11-25", "{}"))) {
            assertThatThrownBy(() -> client.subscribe("test://x")).hasMessageContaining("resources.subscribe");
            assertThatThrownBy(() -> client.callTool("t", Map.of()))
                    .hasMessageContaining("does not declare the capability tools");
        }
    }

    @Test
    void the_approval_policy_can_deny_the_request_and_its_result() throws Exception {
        ApprovalPolicy denyAll = new ApprovalPolicy() {
            @Override
            public boolean approveSampling(CreateMessage request) {
                return false;
            }

            @Override
            public boolean approveRootsDisclosure(List<Root> roots) {
                return false;
            }
        };
        ClientBuilder builder = client().approvalPolicy(denyAll)
                .onSampling((request, requester) -> {
                    throw new AssertionError("asked");
                })
                .roots(Root.of("file:///secret"));
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            assertThat(errorCode(sendRequest(server, "sampling/createMessage", SAMPLING_PARAMS + "}")))
                    .isEqualTo("-1");
            assertThat(sendRequest(server, "roots/list", "\"params\":{}").toString())
                    .doesNotContain("secret")
                    .contains("-1");
        }
    }

    @Test
    void a_request_that_the_server_cancels_is_interrupted_and_gets_no_response() throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ClientBuilder builder = client().onForm((form, requester) -> {
            requested.countDown();
            try {
                TimeUnit.SECONDS.sleep(20);
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return ElicitResult.decline();
        });
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            server.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"elicitation/create\"," + FORM_PARAMS + "}");
            assertThat(requested.await(20, TimeUnit.SECONDS)).isTrue();
            server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5}}");
            assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.hasNoMessage()).isTrue();
        }
    }

    @Test
    @Covers("2025-11-25/elicitation/complete-unknown-ignored")
    void a_completion_of_an_unknown_elicitation_is_harmless() throws Exception {
        BlockingQueue<String> completedIds = new LinkedBlockingQueue<>();
        ClientBuilder builder = client().listener(new ClientListener() {
            @Override
            public void onElicitationComplete(String elicitationId) {
                completedIds.add(elicitationId);
            }
        });
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            server.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/elicitation/complete\","
                    + "\"params\":{\"elicitationId\":\"unknown\"}}");
            assertThat(completedIds.poll(20, TimeUnit.SECONDS)).isEqualTo("unknown");
            assertThat(sendRequest(server, "ping", "\"params\":{}").get("result"))
                    .isEqualTo(Json.EMPTY_OBJECT);
        }
    }

    @Test
    @Covers("legacy/roots/list-changed")
    void the_server_is_notified_of_changed_roots() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, client().roots(Root.of("file:///a")))) {
            client.notifyRootsChanged();
            server.expect("notifications/roots/list_changed");
            assertThat(sendRequest(server, "roots/list", "\"params\":{}").toString())
                    .contains("file:///a");
        }
    }

    @Test
    void requests_beyond_the_limit_and_duplicate_ids_are_rejected() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        ClientBuilder builder = client().limits(
                        ClientLimits.DEFAULT.toBuilder().serverRequests(2).build())
                .onForm((form, requester) -> {
                    release.await(10, TimeUnit.SECONDS);
                    return ElicitResult.decline();
                });
        try (ScriptedServer server = new ScriptedServer();
                McpClient client = connect(server, builder)) {
            String formRequest = "\"method\":\"elicitation/create\"," + FORM_PARAMS + "}";
            server.send("{\"jsonrpc\":\"2.0\",\"id\":1," + formRequest);
            server.send("{\"jsonrpc\":\"2.0\",\"id\":1," + formRequest);
            assertThat(errorCode(server.nextMessage())).isEqualTo("-32600");
            server.send("{\"jsonrpc\":\"2.0\",\"id\":2," + formRequest);
            server.send("{\"jsonrpc\":\"2.0\",\"id\":3," + formRequest);
            assertThat(errorCode(server.nextMessage())).isEqualTo("429");
            assertThat(sendRequest(server, "ping", "\"params\":{}").get("result"))
                    .isEqualTo(Json.EMPTY_OBJECT);
            release.countDown();
            assertThat(server.nextMessage().get("result").get("action").string())
                    .isEqualTo("decline");
        }
    }
}
