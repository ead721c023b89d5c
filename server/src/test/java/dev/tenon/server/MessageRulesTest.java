package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.feature.ToolErrorException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rules that apply to all messages. */
class MessageRulesTest {
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder()
                .enableLogging()
                .tool("who")
                .handler((in, call) -> call.principal()
                        .map(CallerPrincipal::name)
                        .orElseThrow(() -> new ToolErrorException("Not you.")))
                .tool("odd")
                .handler((in, call) -> "line\nbreak \u0001 control \ud800 half \u2028")
                .tool("asks")
                .handler((in, call) -> call.requestInput("n", ClientInputRequest.form("Who?", TestServers.NAME_FORM))
                        .action()
                        .wireName())
                .resource("test://a")
                .handler((request, call) -> "a")
                .prompt("p")
                .optionalArgument("x", "an argument")
                .completion("x", (value, context, call) -> List.of())
                .handler((arguments, call) -> "p")
                .build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close(Duration.ZERO);
    }

    /** Results and errors of every method of the newest revision, good and bad. */
    private List<Json> callAllMethods() throws Exception {
        client.withCapabilities("{\"elicitation\":{}}");
        List<Json> responses = new ArrayList<>();
        for (String method : List.of(
                "server/discover",
                "tools/list",
                "resources/list",
                "resources/templates/list",
                "prompts/list",
                "nope",
                "initialize",
                "ping",
                "rpc.discover")) {
            responses.add(client.callStateless(method, "").response());
        }
        responses.add(client.call("echo", "{\"text\":\"x\"}").response());
        responses.add(client.call("echo", "{}").response());
        responses.add(client.call("nope", "{}").response());
        responses.add(client.call("asks", "{}").response());
        responses.add(
                client.callStateless("resources/read", "\"uri\":\"test://a\"").response());
        responses.add(client.callStateless("resources/read", "\"uri\":\"test://nope\"")
                .response());
        responses.add(client.callStateless("prompts/get", "\"name\":\"p\"").response());
        responses.add(client.callStateless(
                        "completion/complete",
                        "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"x\",\"value\":\"\"}")
                .response());
        client.withCapabilities("{}");
        responses.add(client.call("asks", "{}").response());
        return responses;
    }

    @Test
    @Covers({
        "core/jsonrpc/follow-spec",
        "core/jsonrpc/standard-codes",
        "2026-07-28/jsonrpc/result-type-required",
        "2026-07-28/jsonrpc/result-type-known-set",
        "2026-07-28/jsonrpc/code-reserved-range",
        "2026-07-28/jsonrpc/code-legacy-range-no-new",
        "2026-07-28/jsonrpc/code-no-32042",
        "2026-07-28/jsonrpc/code-no-32002"
    })
    void every_response_is_a_result_of_a_known_type_or_an_error_with_a_known_code() throws Exception {
        Set<Integer> codes = Set.of(-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022);
        for (Json response : callAllMethods()) {
            assertThat(response.get("jsonrpc")).isEqualTo(Json.of("2.0"));
            assertThat(response.get("id").isIntegerText()).isTrue();
            assertThat(response.members()).hasSize(3);
            if (response.get("result") != null) {
                assertThat(response.get("result").get("resultType").string()).isIn("complete", "input_required");
            } else {
                assertThat(response.get("error").get("code").number().intValue())
                        .isIn(codes);
                assertThat(response.get("error").get("message").string())
                        .isNotBlank()
                        .hasSizeLessThan(250);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rpc.discover", "rpc.", "tools/List", "tools/list ", "", "notifications/initialized"})
    @Covers({"core/jsonrpc/method-rpc-prefix-reserved", "core/jsonrpc/member-names-case-sensitive"})
    void a_method_that_is_not_spelled_exactly_does_not_exist(String method) throws Exception {
        assertThat(client.callStateless(method, "").code()).isEqualTo(-32601);
        client.initialize("2025-11-25", "{}");
        assertThat(client.callSessionMethod(method, "{}").code()).isEqualTo(-32601);
    }

    @Test
    @Covers({"2026-07-28/jsonrpc/request-id-unique-inflight", "legacy/jsonrpc/request-id-unique-session"})
    void requests_of_the_server_have_unique_ids_in_a_session() throws Exception {
        client.initialize("2025-06-18", "{\"elicitation\":{}}");
        List<Json> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Json inputRequest = client.sendAndReceive(RecordingClient.request(i, "tools/call", "{\"name\":\"asks\"}"));
            ids.add(inputRequest.get("id"));
            client.sendAndReceive(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id") + ",\"result\":{\"action\":\"cancel\"}}");
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    @Covers({"core/tools/server-security-sanitize", "core/stdio/newline-delimited"})
    void every_tool_result_is_sent_as_valid_json_on_one_line() throws Exception {
        assertThat(client.call("odd", "{}").text()).isEqualTo("line\nbreak \u0001 control \ufffd half \u2028");
    }

    @Test
    @Covers({"core/tools/server-security-access", "2026-07-28/lifecycle/auth-every-request"})
    void the_principal_of_each_request_reaches_the_handler_which_can_reject_it() throws Exception {
        try (RecordingClient ann = new RecordingClient(server, new CallerPrincipal("ann"))) {
            assertThat(ann.call("who", "{}").text()).isEqualTo("ann");
        }
        assertThat(client.call("who", "{}").text()).isEqualTo("Not you.");
    }

    @Test
    @Covers("2026-07-28/versioning/deprecated-still-works")
    void deprecated_capabilities_work_if_they_are_declared() throws Exception {
        server.addTool("deprecated").handler((in, call) -> {
            call.log(dev.tenon.model.LogLevel.INFO, "x", "y");
            return call.requestInput("roots", ClientInputRequest.roots())
                    .value()
                    .map(List::size)
                    .map(String::valueOf)
                    .orElse("none");
        });
        client.withCapabilities("{\"roots\":{\"listChanged\":true}}")
                .withMeta(",\"io.modelcontextprotocol/logLevel\":\"info\"");
        RecordingClient.ReceivedResponse round = client.call("deprecated", "{}");
        assertThat(round.precedingMessages()).hasSize(1);
        assertThat(round.result()
                        .get("inputRequests")
                        .get("roots")
                        .get("method")
                        .string())
                .isEqualTo("roots/list");
    }

    @Test
    @Covers("2026-07-28/jsonrpc/code-legacy-range-no-meaning")
    void an_error_code_of_the_old_range_from_a_client_is_an_ordinary_failure() throws Exception {
        client.initialize("2025-06-18", "{\"elicitation\":{}}");
        for (int code : new int[] {-32000, -32001, -32002, -32019}) {
            Json inputRequest = client.sendAndReceive(RecordingClient.request(1, "tools/call", "{\"name\":\"asks\"}"));
            Json response = client.sendAndReceive("{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id")
                    + ",\"error\":{\"code\":" + code + ",\"message\":\"m\"}}");
            assertThat(response.get("result").get("isError").bool()).isTrue();
        }
    }

    /** Issue 20, item 35. */
    @ParameterizedTest
    @ValueSource(strings = {"true", "[]", "\"x\"", "null", "{\"progressToken\":1.5}", "{\"progressToken\":true}"})
    void a_ping_with_an_invalid_meta_is_rejected_before_and_after_initialize(String meta) throws Exception {
        String ping = RecordingClient.request(1, "ping", "{\"_meta\":" + meta + "}");
        assertThat(client.sendAndReceive(ping).get("error").get("code")).isEqualTo(Json.of(-32602));
        client.initialize("2025-06-18", "{}");
        assertThat(client.sendAndReceive(ping).get("error").get("code")).isEqualTo(Json.of(-32602));
    }

    /** Issue 20, item 35. */
    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e2", "-0.0", "120e-1", "\"1.0\"", "12345678901234567890"})
    @Covers("core/progress/token-type")
    void a_progress_token_can_be_an_integer_in_any_notation(String token) throws Exception {
        String meta = "{\"_meta\":{\"progressToken\":" + token + "}}";
        assertThat(client.sendAndReceive(RecordingClient.request(1, "ping", meta))
                        .get("result"))
                .isEqualTo(Json.EMPTY_OBJECT);
        server.addTool("steps").handler((in, call) -> {
            call.reportProgress(1, 1);
            return "done";
        });
        client.withMeta(",\"progressToken\":" + token);
        assertThat(client.call("steps", "{}")
                        .precedingMessages()
                        .get(0)
                        .get("params")
                        .get("progressToken"))
                .hasToString(token);
    }

    @Test
    @Covers("core/completion/security-rate-limit")
    void completions_in_flight_are_limited_like_all_requests() throws Exception {
        try (McpServer small = McpServer.builder("small", "1")
                        .limits(Limits.DEFAULT.toBuilder().requestsPerSession(1).build())
                        .prompt("p")
                        .optionalArgument("x", "an argument")
                        .completion("x", (value, context, call) -> {
                            Thread.sleep(60_000);
                            return List.of();
                        })
                        .handler((arguments, call) -> "p")
                        .build();
                RecordingClient other = new RecordingClient(small)) {
            String members =
                    "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"x\",\"value\":\"\"}";
            other.send(other.modernRequest(1, "completion/complete", members));
            assertThat(other.callStateless("completion/complete", members).code())
                    .isEqualTo(429);
            small.close(Duration.ZERO);
        }
    }
}
