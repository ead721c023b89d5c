package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.TinyHttp.Answer;
import dev.tenon.client.TinyHttp.Seen;
import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules that a client follows over Streamable HTTP. */
class HttpRulesTest {
    private static final String CALLED = "{\"resultType\":\"complete\",\"content\":[]}";

    private static ClientBuilder client() {
        return McpClient.builder("test", "1");
    }

    private static String tools(String... schemas) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < schemas.length; i++) {
            list.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"t")
                    .append(i)
                    .append("\",\"inputSchema\":")
                    .append(schemas[i])
                    .append("}");
        }
        return "{\"resultType\":\"complete\",\"tools\":[" + list + "],\"ttlMs\":0,\"cacheScope\":\"private\"}";
    }

    private static String mirrored(String property, String header) {
        return "{\"type\":\"object\",\"properties\":{\"" + property + "\":{\"type\":\"string\",\"x-mcp-header\":\""
                + header + "\"}}}";
    }

    private static Function<Seen, Answer> modern(String tools) {
        return request -> {
            if (request.is("server/discover")) {
                return request.discovered();
            }
            return request.is("tools/list") ? request.result(tools) : request.result(CALLED);
        };
    }

    @Test
    @Covers({
        "2026-07-28/http/x-mcp-header-client-support",
        "2026-07-28/http/metadata-headers-each-post",
        "2026-07-28/http/version-header-matches-body",
        "2026-07-28/http/body-single-message"
    })
    void arguments_are_mirrored_into_the_headers_that_the_schema_names() throws Exception {
        try (TinyHttp http = new TinyHttp(modern(tools(mirrored("city", "City"))));
                McpClient client = client().connect(http.target())) {
            client.callTool("t0", Map.of("city", "Malmö"));
            Seen call = http.seen("tools/call").get(0);
            assertThat(call.headers())
                    .containsEntry("Mcp-Param-City", "=?base64?TWFsbcO2?=")
                    .containsEntry("Mcp-Method", "tools/call")
                    .containsEntry("Mcp-Name", "t0")
                    .containsEntry("MCP-Protocol-Version", "2026-07-28");
            assertThat(http.seen()).allSatisfy(request -> {
                assertThat(request.verb()).isEqualTo("POST");
                assertThat(request.body().isObject()).isTrue();
                assertThat(request.headers()).containsKey("Mcp-Method").doesNotContainKey("Mcp-Session-Id");
            });
        }
    }

    @Test
    @Covers("2026-07-28/http/x-mcp-header-reject-tool")
    void a_tool_with_invalid_header_annotations_is_left_out() throws Exception {
        String number = "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\",\"x-mcp-header\":\"N\"}}}";
        try (TinyHttp http = new TinyHttp(modern(
                        tools(mirrored("a", "Good"), mirrored("b", "no spaces"), number, mirrored("c", "Fine"))));
                McpClient client = client().connect(http.target())) {
            assertThat(client.tools().toList()).extracting(Tool::name).containsExactly("t0", "t3");
        }
    }

    @Test
    @Covers("2026-07-28/http/param-latest-schema")
    void headers_follow_the_schema_when_it_has_changed() throws Exception {
        AtomicInteger lists = new AtomicInteger();
        Function<Seen, Answer> answers = request -> {
            if (request.is("server/discover")) {
                return request.discovered();
            }
            if (request.is("tools/list")) {
                return request.result(tools(mirrored("city", lists.getAndIncrement() == 0 ? "Old" : "New")));
            }
            return request.headers().containsKey("Mcp-Param-New")
                    ? request.result(CALLED)
                    : request.error(400, -32020, "{}");
        };
        try (TinyHttp http = new TinyHttp(answers);
                McpClient client = client().connect(http.target())) {
            client.callTool("t0", Map.of("city", "Oslo"));
            List<Seen> calls = http.seen("tools/call");
            assertThat(calls).hasSize(2);
            assertThat(calls.get(0).headers()).containsEntry("Mcp-Param-Old", "Oslo");
            assertThat(calls.get(1).headers())
                    .containsEntry("Mcp-Param-New", "Oslo")
                    .doesNotContainKey("Mcp-Param-Old");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not json", "{\"error\":\"bad\"}", "<html>Bad Request</html>"})
    @Covers("2026-07-28/versioning/http-probe-fallback")
    void a_400_without_an_error_of_2026_07_28_leads_to_a_handshake_for_good(String body) throws Exception {
        Function<Seen, Answer> answers = request -> {
            if (request.verb().equals("GET")) {
                return Answer.status(405);
            }
            if (request.is("initialize")) {
                return request.initialized("2025-11-25").with("Mcp-Session-Id", "s-1");
            }
            if (request.is("tools/list")) {
                return request.result("{\"tools\":[]}");
            }
            return request.is("server/discover") ? new Answer(400, Map.of(), body) : Answer.status(202);
        };
        try (TinyHttp http = new TinyHttp(answers);
                McpClient client = client().connect(http.target())) {
            assertThat(client.server().revision()).isEqualTo(Revision.V2025_11_25);
            client.tools().toList();
            Seen list = http.seen("tools/list").get(0);
            assertThat(list.headers())
                    .containsEntry("Mcp-Session-Id", "s-1")
                    .containsEntry("MCP-Protocol-Version", "2025-11-25")
                    .doesNotContainKey("Mcp-Method");
            assertThat(list.body().toString()).doesNotContain("io.modelcontextprotocol");
            assertThat(http.seen("server/discover")).hasSize(1);
        }
    }

    @Test
    @Covers({"2025-06-18/http/body-single-message", "2025-03-26/http/body-forms"})
    void before_2026_each_post_is_one_request_or_notification() throws Exception {
        for (Revision revision : List.of(Revision.V2025_03_26, Revision.V2025_06_18, Revision.V2025_11_25)) {
            Function<Seen, Answer> answers = request -> {
                if (request.is("initialize")) {
                    return request.initialized(revision.wireName());
                }
                return request.body().isObject() && request.body().get("id") != null
                        ? request.result("{}")
                        : Answer.status(request.verb().equals("GET") ? 405 : 202);
            };
            try (TinyHttp http = new TinyHttp(answers);
                    McpClient client = client().revisions(revision).connect(http.target())) {
                client.ping();
                assertThat(http.seen().stream().filter(s -> s.verb().equals("POST")))
                        .hasSize(3)
                        .allSatisfy(s -> assertThat(s.body().isObject()).isTrue());
            }
        }
    }

    @Test
    @Covers("legacy/http/session-404-reinitialize")
    void after_the_session_has_ended_a_new_one_is_opened_and_the_call_is_repeated() throws Exception {
        AtomicInteger sessions = new AtomicInteger();
        Function<Seen, Answer> answers = request -> {
            if (request.verb().equals("GET")) {
                return Answer.status(405);
            }
            if (request.is("initialize")) {
                return request.initialized("2025-06-18").with("Mcp-Session-Id", "s" + sessions.incrementAndGet());
            }
            if (request.is("ping")) {
                return "s1".equals(request.headers().get("Mcp-Session-Id")) ? Answer.status(404) : request.result("{}");
            }
            return Answer.status(202);
        };
        try (TinyHttp http = new TinyHttp(answers);
                McpClient client = client().revisions(Revision.V2025_06_18).connect(http.target())) {
            client.ping();
            assertThat(sessions).hasValue(2);
            assertThat(http.seen("initialize").get(1).headers()).doesNotContainKey("Mcp-Session-Id");
            assertThat(client.status().connectionsMade()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bad session", "\u00e9"})
    @Covers("2025-11-25/http/session-id-client-secure")
    void an_invalid_session_id_is_not_sent_back(String id) throws Exception {
        Function<Seen, Answer> answers = request -> request.is("initialize")
                ? request.initialized("2025-11-25").with("Mcp-Session-Id", id)
                : Answer.status(request.verb().equals("GET") ? 405 : 202);
        try (TinyHttp http = new TinyHttp(answers)) {
            ClientBuilder builder = client().revisions(Revision.V2025_11_25);
            try (McpClient client = builder.connect(http.target())) {
                assertThat(client.server()).isNotNull();
            } catch (McpClientException e) {
                assertThat(e.getMessage()).doesNotContain("bad session");
            }
            assertThat(http.seen())
                    .noneMatch(s -> "bad session".equals(s.headers().get("Mcp-Session-Id")));
        }
    }

    @Test
    @Covers({"2026-07-28/jsonrpc/result-type-unrecognized", "2026-07-28/jsonrpc/result-type-absent-complete"})
    void a_result_of_an_unknown_type_is_invalid_and_without_a_type_it_is_complete() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Function<Seen, Answer> answers = request -> {
            if (request.is("server/discover")) {
                return request.discovered();
            }
            if (request.is("tools/list")) {
                return request.result(tools());
            }
            return request.result(
                    calls.getAndIncrement() == 0 ? "{\"resultType\":\"strange\",\"content\":[]}" : "{\"content\":[]}");
        };
        try (TinyHttp http = new TinyHttp(answers);
                McpClient client = client().connect(http.target())) {
            assertThatThrownBy(() -> client.callTool("x", Map.of()))
                    .isInstanceOf(InvalidResponseException.class)
                    .hasMessageContaining("resultType");
            assertThat(client.callTool("x", Map.of()).isError()).isFalse();
        }
    }

    @Test
    void the_approval_policy_is_consulted_before_a_tool_call_and_a_denied_call_is_not_sent() throws Exception {
        ApprovalPolicy never = new ApprovalPolicy() {
            @Override
            public boolean approveToolCall(Tool tool, Json arguments) {
                return false;
            }
        };
        try (TinyHttp http = new TinyHttp(modern(tools("{\"type\":\"object\"}")));
                McpClient client = client().approvalPolicy(never).connect(http.target())) {
            assertThatThrownBy(() -> client.callTool("t0", Map.of())).isInstanceOf(ApprovalDeniedException.class);
            assertThat(http.seen("tools/call")).isEmpty();
        }
    }
}
