package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.json.Json;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Role;
import dev.tenon.model.Root;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.Tool;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests handlers that request input from the client, in stateless and handshake revisions. */
@BlockedThreadCheck
class ClientInputTest {
    private static final String EVERYTHING =
            "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{\"tools\":{}},\"roots\":{}}";
    private static final String ACCEPT_BO = "{\"action\":\"accept\",\"content\":{\"name\":\"Bo\"}}";

    private final AtomicInteger quotes = new AtomicInteger();
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder()
                .tool("name")
                .handler((in, call) -> "Hello " + requestName(call))
                .tool("twice")
                .handler((in, call) -> {
                    int quote = call.computeOnce("quote", Integer.class, quotes::incrementAndGet);
                    String first = requestName(call);
                    String color = call.requestInput(
                                    "color", ClientInputRequest.form("Colour for " + first, TestServers.NAME_FORM))
                            .orElseThrow()
                            .get("name")
                            .string();
                    return quote + " " + first + " " + color;
                })
                .tool("all")
                .handler((in, call) -> requestAll(call))
                .tool("page")
                .handler((in, call) -> call.requestInput(
                                "page", ClientInputRequest.url("Sign in", URI.create("https://example.com/in")))
                        .action()
                        .wireName())
                .tool("thinks")
                .handler((in, call) -> call.requestInput(
                                "think",
                                ClientInputRequest.sampling(samplingParams().withTools(List.of(Tool.of("t")), null)))
                        .value()
                        .map(CreateMessageResult::text)
                        .orElse("refused"))
                .prompt("ask")
                .handler((arguments, call) -> "For " + requestName(call))
                .resource("test://ask")
                .handler((request, call) -> "For " + requestName(call))
                .build();
        client = new RecordingClient(server).withCapabilities(EVERYTHING);
    }

    private static String requestName(CallContext call) {
        return call.requestInput("name", ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                .orElseThrow()
                .get("name")
                .string();
    }

    private static CreateMessage samplingParams() {
        return CreateMessage.of(
                50, new SamplingMessage(Role.USER, List.of(Content.text("Think")), dev.tenon.model.Meta.EMPTY));
    }

    private static String requestAll(CallContext call) {
        ClientInputRequest<Json> form = ClientInputRequest.form("Who?", TestServers.NAME_FORM);
        ClientInputRequest<CreateMessageResult> sampling = ClientInputRequest.sampling(samplingParams());
        ClientInputRequest<List<Root>> roots = ClientInputRequest.roots();
        Map<String, ClientInputRequest<?>> requests = new LinkedHashMap<>();
        requests.put("a", form);
        requests.put("b", sampling);
        requests.put("c", roots);
        ClientInputResponses responses = call.requestInputs(requests);
        return responses.get(form).orElseThrow().get("name").string()
                + " " + responses.get(sampling).orElseThrow().text()
                + " "
                + responses.get(roots).orElseThrow().stream().map(Root::uri).collect(Collectors.joining());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private RecordingClient.ReceivedResponse retry(String method, String members, String responses, Json state)
            throws Exception {
        return client.callStateless(
                method,
                members + ",\"inputResponses\":" + responses + (state == null ? "" : ",\"requestState\":" + state));
    }

    @Test
    @Covers({
        "2026-07-28/mrtr/only-way-to-ask",
        "2026-07-28/mrtr/result-type",
        "2026-07-28/mrtr/request-kinds",
        "2026-07-28/mrtr/at-least-one",
        "2026-07-28/mrtr/keys-unique",
        "2026-07-28/mrtr/stateless-retry",
        "2026-07-28/jsonrpc/server-no-requests",
        "2026-07-28/stdio/server-no-requests",
        "2026-07-28/lifecycle/explicit-handles",
        "core/elicitation/message-required",
        "2026-07-28/elicitation/no-elicitation-id",
        "2026-07-28/caching/no-hints-on-interim"
    })
    void an_input_request_is_in_the_result_and_its_response_in_the_retry() throws Exception {
        RecordingClient.ReceivedResponse round = client.call("name", "{}");
        assertThat(round.precedingMessages()).isEmpty();
        Json result = round.result();
        assertThat(result.get("resultType").string()).isEqualTo("input_required");
        assertThat(result.members()).doesNotContainKeys("ttlMs", "cacheScope", "content");
        Json inputRequest = result.get("inputRequests").get("name");
        assertThat(inputRequest.members()).containsOnlyKeys("method", "params");
        assertThat(inputRequest.get("method").string()).isEqualTo("elicitation/create");
        assertThat(inputRequest.get("params").get("message").string()).isEqualTo("Who?");
        assertThat(inputRequest.get("params").get("elicitationId")).isNull();
        // Another connection, like on another node: the retry contains everything that is needed.
        try (RecordingClient other = new RecordingClient(server).withCapabilities(EVERYTHING)) {
            RecordingClient.ReceivedResponse response = other.callStateless(
                    "tools/call",
                    "\"name\":\"name\",\"arguments\":{},\"inputResponses\":{\"name\":" + ACCEPT_BO
                            + "},\"requestState\":" + result.get("requestState"));
            assertThat(response.text()).isEqualTo("Hello Bo");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    @Covers({"core/elicitation/message-required", "core/elicitation/requested-schema"})
    void in_a_session_the_same_handler_sends_a_request_and_waits(String revision) throws Exception {
        client.initialize(revision, "{\"elicitation\":{}}");
        Json inputRequest = client.sendAndReceive(RecordingClient.request(1, "tools/call", "{\"name\":\"name\"}"));
        assertThat(inputRequest.get("method").string()).isEqualTo("elicitation/create");
        assertThat(inputRequest.get("params").get("message").string()).isEqualTo("Who?");
        assertThat(inputRequest.get("params").get("requestedSchema").get("type").string())
                .isEqualTo("object");
        Json response = client.sendAndReceive(
                "{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id") + ",\"result\":" + ACCEPT_BO + "}");
        assertThat(response.get("result")
                        .get("content")
                        .elements()
                        .get(0)
                        .get("text")
                        .string())
                .isEqualTo("Hello Bo");
    }

    @Test
    @Covers("2026-07-28/mrtr/supported-requests-only")
    void prompts_and_resources_can_request_input_and_lists_cannot() throws Exception {
        assertThat(client.callStateless("prompts/get", "\"name\":\"ask\"")
                        .result()
                        .get("resultType")
                        .string())
                .isEqualTo("input_required");
        assertThat(client.callStateless("resources/read", "\"uri\":\"test://ask\"")
                        .result()
                        .get("resultType")
                        .string())
                .isEqualTo("input_required");
        for (String list : List.of("tools/list", "prompts/list", "resources/list", "server/discover")) {
            assertThat(client.callStateless(list, "").result().get("resultType").string())
                    .isEqualTo("complete");
        }
    }

    @Test
    void the_state_stores_responses_and_values_of_earlier_rounds() throws Exception {
        Json first = client.call("twice", "{}").result();
        Json second = retry(
                        "tools/call",
                        "\"name\":\"twice\",\"arguments\":{}",
                        "{\"name\":" + ACCEPT_BO + "}",
                        first.get("requestState"))
                .result();
        assertThat(second.get("inputRequests").members()).containsOnlyKeys("color");
        assertThat(second.get("requestState")).isNotEqualTo(first.get("requestState"));
        RecordingClient.ReceivedResponse response = retry(
                "tools/call",
                "\"name\":\"twice\",\"arguments\":{}",
                "{\"color\":{\"action\":\"accept\",\"content\":{\"name\":\"red\"}}}",
                second.get("requestState"));
        assertThat(response.text()).isEqualTo("1 Bo red");
        assertThat(quotes).hasValue(1);
    }

    @Test
    void several_input_requests_are_sent_in_one_round() throws Exception {
        Json round = client.call("all", "{}").result();
        assertThat(round.get("inputRequests").members()).containsOnlyKeys("a", "b", "c");
        RecordingClient.ReceivedResponse response = retry(
                "tools/call",
                "\"name\":\"all\",\"arguments\":{}",
                "{\"a\":" + ACCEPT_BO
                        + ",\"b\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"hm\"},\"model\":\"m\"}"
                        + ",\"c\":{\"roots\":[{\"uri\":\"file:///r\"}]},\"unexpected\":1}",
                round.get("requestState"));
        assertThat(response.text()).isEqualTo("Bo hm file:///r");
    }

    @Test
    void in_a_session_several_input_requests_are_sent_one_by_one() throws Exception {
        client.initialize("2025-06-18", "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}");
        Json form = client.sendAndReceive(RecordingClient.request(1, "tools/call", "{\"name\":\"all\"}"));
        Json sampling = client.sendAndReceive(
                "{\"jsonrpc\":\"2.0\",\"id\":" + form.get("id") + ",\"result\":" + ACCEPT_BO + "}");
        assertThat(sampling.get("method").string()).isEqualTo("sampling/createMessage");
        Json roots = client.sendAndReceive(
                "{\"jsonrpc\":\"2.0\",\"id\":" + sampling.get("id")
                        + ",\"result\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"hm\"},\"model\":\"m\"}}");
        assertThat(roots.get("method").string()).isEqualTo("roots/list");
        Json response = client.sendAndReceive("{\"jsonrpc\":\"2.0\",\"id\":" + roots.get("id")
                + ",\"result\":{\"roots\":[{\"uri\":\"file:///r\"}]}}");
        assertThat(response.get("result")
                        .get("content")
                        .elements()
                        .get(0)
                        .get("text")
                        .string())
                .isEqualTo("Bo hm file:///r");
    }

    @Test
    void unsolicited_responses_are_used_and_missing_ones_requested_again() throws Exception {
        assertThat(retry("tools/call", "\"name\":\"name\"", "{\"name\":" + ACCEPT_BO + "}", null)
                        .text())
                .isEqualTo("Hello Bo");
        Json again = retry("tools/call", "\"name\":\"name\"", "{\"wrong\":" + ACCEPT_BO + "}", null)
                .result();
        assertThat(again.get("inputRequests").members()).containsOnlyKeys("name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":12345}",
                "null",
                "[]",
                "{\"name\":{\"action\":\"maybe\"}}",
                "{\"name\":{\"action\":\"accept\",\"content\":{\"name\":5}}}",
                "{\"name\":{\"action\":\"accept\",\"content\":{}}}"
            })
    void invalid_responses_are_rejected(String responses) throws Exception {
        assertThat(retry("tools/call", "\"name\":\"name\"", responses, null).code())
                .isEqualTo(-32602);
    }

    @Test
    @Covers({
        "2026-07-28/mrtr/state-attacker-controlled",
        "2026-07-28/mrtr/state-integrity",
        "core/elicitation/state-protected"
    })
    void a_state_that_was_tampered_with_is_rejected() throws Exception {
        String state = client.call("name", "{}").result().get("requestState").string();
        List<String> forged = List.of(
                state + "-TAMPERED",
                state.substring(1),
                state.substring(0, state.length() - 1),
                flipCharacter(state, 0),
                flipCharacter(state, 10),
                flipCharacter(state, state.length() - 1),
                "",
                "{}",
                "x".repeat(500_000));
        for (String each : forged) {
            assertThat(retry(
                                    "tools/call",
                                    "\"name\":\"name\",\"arguments\":{}",
                                    "{\"name\":" + ACCEPT_BO + "}",
                                    Json.of(each))
                            .code())
                    .isEqualTo(-32602);
        }
    }

    private static String flipCharacter(String state, int at) {
        char other = state.charAt(at) == 'A' ? 'B' : 'A';
        return state.substring(0, at) + other + state.substring(at + 1);
    }

    @Test
    @Covers("2026-07-28/mrtr/state-integrity")
    void a_state_is_valid_for_the_same_request_only() throws Exception {
        Json state = client.call("name", "{}").result().get("requestState");
        String responses = "{\"name\":" + ACCEPT_BO + "}";
        assertThat(retry("tools/call", "\"name\":\"twice\",\"arguments\":{}", responses, state)
                        .code())
                .isEqualTo(-32602);
        assertThat(retry("tools/call", "\"name\":\"name\",\"arguments\":{\"x\":1}", responses, state)
                        .code())
                .isEqualTo(-32602);
        assertThat(retry("prompts/get", "\"name\":\"ask\"", responses, state).code())
                .isEqualTo(-32602);
    }

    @Test
    @Covers({
        "core/elicitation/state-bound-user",
        "core/elicitation/bind-client-user",
        "core/elicitation/user-from-credentials",
        "2025-11-25/elicitation/state-not-session-only"
    })
    void a_state_is_valid_for_the_same_principal_only() throws Exception {
        try (RecordingClient ann =
                        new RecordingClient(server, new CallerPrincipal("ann")).withCapabilities(EVERYTHING);
                RecordingClient bob =
                        new RecordingClient(server, new CallerPrincipal("bob")).withCapabilities(EVERYTHING)) {
            Json state = ann.call("name", "{}").result().get("requestState");
            String retry = "\"name\":\"name\",\"arguments\":{},\"inputResponses\":{\"name\":" + ACCEPT_BO
                    + "},\"requestState\":" + state;
            assertThat(bob.callStateless("tools/call", retry).code()).isEqualTo(-32602);
            assertThat(client.callStateless("tools/call", retry).code()).isEqualTo(-32602);
            assertThat(ann.callStateless("tools/call", retry).text()).isEqualTo("Hello Bo");
        }
    }

    @Test
    @Covers("2026-07-28/mrtr/no-assumed-retry")
    void a_state_expires_and_nothing_waits_for_a_retry() throws Exception {
        try (McpServer shortStateServer = TestServers.echoBuilder()
                        .limits(Limits.DEFAULT.toBuilder()
                                .stateLifetime(Duration.ofMillis(50))
                                .build())
                        .tool("name")
                        .handler((in, call) -> requestName(call))
                        .build();
                RecordingClient other = new RecordingClient(shortStateServer).withCapabilities(EVERYTHING)) {
            Json state = other.call("name", "{}").result().get("requestState");
            assertThat(shortStateServer.status().requests()).isZero();
            Thread.sleep(80);
            assertThat(other.callStateless("tools/call", "\"name\":\"name\",\"arguments\":{},\"requestState\":" + state)
                            .code())
                    .isEqualTo(-32602);
        }
    }

    @Test
    @Covers({
        "2026-07-28/meta/missing-capability-error",
        "2026-07-28/mrtr/respect-capabilities",
        "core/elicitation/undeclared-mode",
        "core/elicitation/empty-means-form",
        "core/sampling/tools-capability-server"
    })
    void nothing_undeclared_is_requested_from_the_client() throws Exception {
        assertMissingCapability("{}", "name", "{\"elicitation\":{\"form\":{}}}");
        assertMissingCapability("{\"elicitation\":{}}", "page", "{\"elicitation\":{\"url\":{}}}");
        assertMissingCapability("{\"elicitation\":{\"url\":{}}}", "name", "{\"elicitation\":{\"form\":{}}}");
        assertMissingCapability("{\"sampling\":{}}", "thinks", "{\"sampling\":{\"tools\":{}}}");
        assertMissingCapability("{\"elicitation\":{},\"sampling\":{}}", "all", "{\"roots\":{}}");
        client.withCapabilities("{\"elicitation\":{}}");
        assertThat(client.call("name", "{}").result().get("resultType").string())
                .isEqualTo("input_required");
    }

    private void assertMissingCapability(String declared, String tool, String required) throws Exception {
        client.withCapabilities(declared);
        RecordingClient.ReceivedResponse response = client.call(tool, "{}");
        assertThat(response.code()).isEqualTo(-32021);
        assertThat(response.error().get("data").get("requiredCapabilities")).isEqualTo(Json.parse(required));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers({"core/elicitation/undeclared-mode", "core/sampling/tools-capability-server"})
    void in_a_session_nothing_undeclared_is_requested_from_the_client(String revision) throws Exception {
        client.initialize(revision, "{\"sampling\":{}}");
        assertThat(client.callInSession("name", "{}").code()).isEqualTo(-32602);
        assertThat(client.callInSession("thinks", "{}").code()).isEqualTo(-32602);
    }

    @Test
    @Covers({
        "core/elicitation/url-request-fields",
        "core/elicitation/url-valid",
        "2025-11-25/elicitation/id-opaque-unique"
    })
    void a_page_to_visit_has_its_url_and_an_id_only_if_the_revision_has_one() throws Exception {
        Json modern = client.call("page", "{}")
                .result()
                .get("inputRequests")
                .get("page")
                .get("params");
        assertThat(modern.members()).containsOnlyKeys("mode", "message", "url");
        assertThat(modern.get("mode").string()).isEqualTo("url");
        assertThat(modern.get("url").string()).isEqualTo("https://example.com/in");
        client.initialize("2025-11-25", "{\"elicitation\":{\"url\":{}}}");
        Json first = client.sendAndReceive(RecordingClient.request(1, "tools/call", "{\"name\":\"page\"}"))
                .get("params");
        Json second = client.sendAndReceive(RecordingClient.request(2, "tools/call", "{\"name\":\"page\"}"))
                .get("params");
        assertThat(first.members()).containsOnlyKeys("mode", "message", "url", "elicitationId");
        assertThat(first.get("elicitationId")).isNotEqualTo(second.get("elicitationId"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"decline", "cancel"})
    @Covers("2026-07-28/elicitation/handle-failure")
    void a_user_who_does_not_accept_ends_the_call_with_a_result_that_reports_it(String action) throws Exception {
        RecordingClient.ReceivedResponse response =
                retry("tools/call", "\"name\":\"name\"", "{\"name\":{\"action\":\"" + action + "\"}}", null);
        assertThat(response.isToolError()).isTrue();
        assertThat(response.text()).containsIgnoringCase(action);
    }

    @Test
    void an_error_from_the_client_ends_the_call_with_a_result_that_reports_it() throws Exception {
        client.initialize("2025-06-18", "{\"elicitation\":{},\"sampling\":{}}");
        Json inputRequest = client.sendAndReceive(RecordingClient.request(1, "tools/call", "{\"name\":\"name\"}"));
        Json response = client.sendAndReceive("{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id")
                + ",\"error\":{\"code\":-32603,\"message\":\"no window\"}}");
        assertThat(response.get("result").get("isError").bool()).isTrue();
        assertThat(response.get("result").toString()).contains("no window");
    }

    @Test
    @Covers({"core/sampling/max-tokens-required", "core/sampling/role-content", "legacy/sampling/single-block-content"})
    void sampling_has_a_token_limit_and_older_revisions_get_single_blocks() throws Exception {
        client.initialize("2025-06-18", "{\"sampling\":{},\"elicitation\":{},\"roots\":{}}");
        Json form = client.sendAndReceive(RecordingClient.request(1, "tools/call", "{\"name\":\"all\"}"));
        Json params = client.sendAndReceive(
                        "{\"jsonrpc\":\"2.0\",\"id\":" + form.get("id") + ",\"result\":" + ACCEPT_BO + "}")
                .get("params");
        assertThat(params.get("maxTokens").number().intValue()).isEqualTo(50);
        Json message = params.get("messages").elements().get(0);
        assertThat(message.get("role").string()).isEqualTo("user");
        assertThat(message.get("content").isObject()).isTrue();
    }

    /** A form that is described by a record. */
    record Passport(String number, int year) {}

    @Test
    @Covers({"core/elicitation/schema-types", "core/elicitation/requested-schema"})
    void a_form_can_be_a_record() throws Exception {
        server.addTool("passport")
                .handler((in, call) -> call.requestInput("p", ClientInputRequest.form("Passport", Passport.class))
                        .orElseThrow()
                        .number());
        Json schema = client.call("passport", "{}")
                .result()
                .get("inputRequests")
                .get("p")
                .get("params")
                .get("requestedSchema");
        assertThat(schema.get("properties").get("number").get("type").string()).isEqualTo("string");
        assertThat(schema.get("properties").get("year").get("type").string()).isEqualTo("integer");
        assertThat(retry(
                                "tools/call",
                                "\"name\":\"passport\"",
                                "{\"p\":{\"action\":\"accept\",\"content\":{\"number\":\"X1\",\"year\":2030}}}",
                                null)
                        .text())
                .isEqualTo("X1");
    }

    @Test
    void a_catch_all_in_a_handler_does_not_swallow_the_input_request() throws Exception {
        server.addTool("greedy").handler((in, call) -> {
            try {
                return requestName(call);
            } catch (Exception e) {
                return "swallowed";
            }
        });
        assertThat(client.call("greedy", "{}").result().get("resultType").string())
                .isEqualTo("input_required");
    }
}
