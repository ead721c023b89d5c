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

/** Rules that hold for every message, whatever it is about. */
class WireRulesTest {
    private McpServer server;
    private Wiretap tap;

    @BeforeEach
    void open() {
        server = TestServers.echoing()
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
        tap = new Wiretap(server);
    }

    @AfterEach
    void close() {
        tap.close();
        server.close(Duration.ZERO);
    }

    /** Results and errors of every method of the newest revision, good and bad. */
    private List<Json> everything() throws Exception {
        tap.declaring("{\"elicitation\":{}}");
        List<Json> answers = new ArrayList<>();
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
            answers.add(tap.modern(method, "").answer());
        }
        answers.add(tap.call("echo", "{\"text\":\"x\"}").answer());
        answers.add(tap.call("echo", "{}").answer());
        answers.add(tap.call("nope", "{}").answer());
        answers.add(tap.call("asks", "{}").answer());
        answers.add(tap.modern("resources/read", "\"uri\":\"test://a\"").answer());
        answers.add(tap.modern("resources/read", "\"uri\":\"test://nope\"").answer());
        answers.add(tap.modern("prompts/get", "\"name\":\"p\"").answer());
        answers.add(tap.modern(
                        "completion/complete",
                        "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"x\",\"value\":\"\"}")
                .answer());
        tap.declaring("{}");
        answers.add(tap.call("asks", "{}").answer());
        return answers;
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
    void every_answer_is_a_result_of_a_known_type_or_an_error_with_a_known_code() throws Exception {
        Set<Integer> codes = Set.of(-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022);
        for (Json answer : everything()) {
            assertThat(answer.get("jsonrpc")).isEqualTo(Json.of("2.0"));
            assertThat(answer.get("id").isIntegerText()).isTrue();
            assertThat(answer.members()).hasSize(3);
            if (answer.get("result") != null) {
                assertThat(answer.get("result").get("resultType").string()).isIn("complete", "input_required");
            } else {
                assertThat(answer.get("error").get("code").number().intValue()).isIn(codes);
                assertThat(answer.get("error").get("message").string())
                        .isNotBlank()
                        .hasSizeLessThan(250);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rpc.discover", "rpc.", "tools/List", "tools/list ", "", "notifications/initialized"})
    @Covers({"core/jsonrpc/method-rpc-prefix-reserved", "core/jsonrpc/member-names-case-sensitive"})
    void a_method_that_is_not_spelled_exactly_does_not_exist(String method) throws Exception {
        assertThat(tap.modern(method, "").code()).isEqualTo(-32601);
        tap.initialize("2025-11-25", "{}");
        assertThat(tap.legacy(method, "{}").code()).isEqualTo(-32601);
    }

    @Test
    @Covers({"2026-07-28/jsonrpc/request-id-unique-inflight", "legacy/jsonrpc/request-id-unique-session"})
    void the_servers_own_questions_never_repeat_an_id_in_a_session() throws Exception {
        tap.initialize("2025-06-18", "{\"elicitation\":{}}");
        List<Json> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Json question = tap.ask(Wiretap.request(i, "tools/call", "{\"name\":\"asks\"}"));
            ids.add(question.get("id"));
            tap.ask("{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":{\"action\":\"cancel\"}}");
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    @Covers({"core/tools/server-security-sanitize", "core/stdio/newline-delimited"})
    void whatever_a_tool_returns_goes_out_as_valid_json_on_one_line() throws Exception {
        assertThat(tap.call("odd", "{}").text()).isEqualTo("line\nbreak \u0001 control \ufffd half \u2028");
    }

    @Test
    @Covers({"core/tools/server-security-access", "2026-07-28/lifecycle/auth-every-request"})
    void the_caller_of_each_request_reaches_the_handler_which_can_refuse() throws Exception {
        try (Wiretap ann = new Wiretap(server, new CallerPrincipal("ann"))) {
            assertThat(ann.call("who", "{}").text()).isEqualTo("ann");
        }
        assertThat(tap.call("who", "{}").text()).isEqualTo("Not you.");
    }

    @Test
    @Covers("2026-07-28/versioning/deprecated-still-works")
    void deprecated_capabilities_work_where_they_are_declared() throws Exception {
        server.addTool("deprecated").handler((in, call) -> {
            call.log(dev.tenon.model.LogLevel.INFO, "x", "y");
            return call.requestInput("roots", ClientInputRequest.roots())
                    .value()
                    .map(List::size)
                    .map(String::valueOf)
                    .orElse("none");
        });
        tap.declaring("{\"roots\":{\"listChanged\":true}}").withMeta(",\"io.modelcontextprotocol/logLevel\":\"info\"");
        Wiretap.Heard round = tap.call("deprecated", "{}");
        assertThat(round.before()).hasSize(1);
        assertThat(round.result()
                        .get("inputRequests")
                        .get("roots")
                        .get("method")
                        .string())
                .isEqualTo("roots/list");
    }

    @Test
    @Covers("2026-07-28/jsonrpc/code-legacy-range-no-meaning")
    void a_code_of_the_old_range_in_a_clients_answer_means_no_more_than_a_failure() throws Exception {
        tap.initialize("2025-06-18", "{\"elicitation\":{}}");
        for (int code : new int[] {-32000, -32001, -32002, -32019}) {
            Json question = tap.ask(Wiretap.request(1, "tools/call", "{\"name\":\"asks\"}"));
            Json answer = tap.ask("{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"error\":{\"code\":" + code
                    + ",\"message\":\"m\"}}");
            assertThat(answer.get("result").get("isError").bool()).isTrue();
        }
    }

    /** Issue 20, item 35. */
    @ParameterizedTest
    @ValueSource(strings = {"true", "[]", "\"x\"", "null", "{\"progressToken\":1.5}", "{\"progressToken\":true}"})
    void a_ping_with_a_wrong_meta_is_refused_before_and_after_initialize(String meta) throws Exception {
        String ping = Wiretap.request(1, "ping", "{\"_meta\":" + meta + "}");
        assertThat(tap.ask(ping).get("error").get("code")).isEqualTo(Json.of(-32602));
        tap.initialize("2025-06-18", "{}");
        assertThat(tap.ask(ping).get("error").get("code")).isEqualTo(Json.of(-32602));
    }

    /** Issue 20, item 35. */
    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1e2", "-0.0", "120e-1", "\"1.0\"", "12345678901234567890"})
    @Covers("core/progress/token-type")
    void a_progress_token_is_an_integer_however_it_is_written(String token) throws Exception {
        String meta = "{\"_meta\":{\"progressToken\":" + token + "}}";
        assertThat(tap.ask(Wiretap.request(1, "ping", meta)).get("result")).isEqualTo(Json.EMPTY_OBJECT);
        server.addTool("steps").handler((in, call) -> {
            call.reportProgress(1, 1);
            return "done";
        });
        tap.withMeta(",\"progressToken\":" + token);
        assertThat(tap.call("steps", "{}").before().get(0).get("params").get("progressToken"))
                .hasToString(token);
    }

    @Test
    @Covers("core/completion/security-rate-limit")
    void completions_in_flight_are_bounded_like_everything_else() throws Exception {
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
                Wiretap other = new Wiretap(small)) {
            String members =
                    "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"x\",\"value\":\"\"}";
            other.send(other.modernText(1, "completion/complete", members));
            assertThat(other.modern("completion/complete", members).code()).isEqualTo(429);
            small.close(Duration.ZERO);
        }
    }
}
