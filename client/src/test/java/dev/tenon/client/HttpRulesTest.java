package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.MockHttpServer.MockResponse;
import dev.tenon.client.MockHttpServer.RecordedRequest;
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
    private static final String TOOL_RESULT = "{\"resultType\":\"complete\",\"content\":[]}";

    private static ClientBuilder client() {
        return McpClient.builder("test", "1");
    }

    private static String createToolList(String... schemas) {
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

    private static String createSchema(String property, String header) {
        return "{\"type\":\"object\",\"properties\":{\"" + property + "\":{\"type\":\"string\",\"x-mcp-header\":\""
                + header + "\"}}}";
    }

    private static Function<RecordedRequest, MockResponse> createResponder(String tools) {
        return request -> {
            if (request.hasMethod("server/discover")) {
                return request.createDiscoverResponse();
            }
            return request.hasMethod("tools/list") ? request.createResult(tools) : request.createResult(TOOL_RESULT);
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
        try (MockHttpServer http = new MockHttpServer(createResponder(createToolList(createSchema("city", "City"))));
                McpClient client = client().connect(http.target())) {
            client.callTool("t0", Map.of("city", "Malmö"));
            RecordedRequest call = http.requests("tools/call").get(0);
            assertThat(call.headers())
                    .containsEntry("Mcp-Param-City", "=?base64?TWFsbcO2?=")
                    .containsEntry("Mcp-Method", "tools/call")
                    .containsEntry("Mcp-Name", "t0")
                    .containsEntry("MCP-Protocol-Version", "2026-07-28");
            assertThat(http.requests()).allSatisfy(request -> {
                assertThat(request.httpMethod()).isEqualTo("POST");
                assertThat(request.body().isObject()).isTrue();
                assertThat(request.headers()).containsKey("Mcp-Method").doesNotContainKey("Mcp-Session-Id");
            });
        }
    }

    @Test
    @Covers("2026-07-28/http/x-mcp-header-reject-tool")
    void a_tool_with_invalid_header_annotations_is_left_out() throws Exception {
        String numberSchema =
                "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\",\"x-mcp-header\":\"N\"}}}";
        try (MockHttpServer http = new MockHttpServer(createResponder(createToolList(
                        createSchema("a", "Good"),
                        createSchema("b", "no spaces"),
                        numberSchema,
                        createSchema("c", "Fine"))));
                McpClient client = client().connect(http.target())) {
            assertThat(client.tools().toList()).extracting(Tool::name).containsExactly("t0", "t3");
        }
    }

    @Test
    @Covers("2026-07-28/http/param-latest-schema")
    void headers_follow_the_schema_when_it_has_changed() throws Exception {
        AtomicInteger listCount = new AtomicInteger();
        Function<RecordedRequest, MockResponse> responder = request -> {
            if (request.hasMethod("server/discover")) {
                return request.createDiscoverResponse();
            }
            if (request.hasMethod("tools/list")) {
                return request.createResult(
                        createToolList(createSchema("city", listCount.getAndIncrement() == 0 ? "Old" : "New")));
            }
            return request.headers().containsKey("Mcp-Param-New")
                    ? request.createResult(TOOL_RESULT)
                    : request.createError(400, -32020, "{}");
        };
        try (MockHttpServer http = new MockHttpServer(responder);
                McpClient client = client().connect(http.target())) {
            client.callTool("t0", Map.of("city", "Oslo"));
            List<RecordedRequest> calls = http.requests("tools/call");
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
        Function<RecordedRequest, MockResponse> responder = request -> {
            if (request.httpMethod().equals("GET")) {
                return MockResponse.ofStatus(405);
            }
            if (request.hasMethod("initialize")) {
                return request.createInitializeResponse("2025-11-25").withHeader("Mcp-Session-Id", "s-1");
            }
            if (request.hasMethod("tools/list")) {
                return request.createResult("{\"tools\":[]}");
            }
            return request.hasMethod("server/discover")
                    ? new MockResponse(400, Map.of(), body)
                    : MockResponse.ofStatus(202);
        };
        try (MockHttpServer http = new MockHttpServer(responder);
                McpClient client = client().connect(http.target())) {
            assertThat(client.server().revision()).isEqualTo(Revision.V2025_11_25);
            client.tools().toList();
            RecordedRequest list = http.requests("tools/list").get(0);
            assertThat(list.headers())
                    .containsEntry("Mcp-Session-Id", "s-1")
                    .containsEntry("MCP-Protocol-Version", "2025-11-25")
                    .doesNotContainKey("Mcp-Method");
            assertThat(list.body().toString()).doesNotContain("io.modelcontextprotocol");
            assertThat(http.requests("server/discover")).hasSize(1);
        }
    }

    @Test
    @Covers({"2025-06-18/http/body-single-message", "2025-03-26/http/body-forms"})
    void before_2026_each_post_is_one_request_or_notification() throws Exception {
        for (Revision revision : List.of(Revision.V2025_03_26, Revision.V2025_06_18, Revision.V2025_11_25)) {
            Function<RecordedRequest, MockResponse> responder = request -> {
                if (request.hasMethod("initialize")) {
                    return request.createInitializeResponse(revision.wireName());
                }
                return request.body().isObject() && request.body().get("id") != null
                        ? request.createResult("{}")
                        : MockResponse.ofStatus(request.httpMethod().equals("GET") ? 405 : 202);
            };
            try (MockHttpServer http = new MockHttpServer(responder);
                    McpClient client = client().revisions(revision).connect(http.target())) {
                client.ping();
                assertThat(http.requests().stream()
                                .filter(request -> request.httpMethod().equals("POST")))
                        .hasSize(3)
                        .allSatisfy(
                                request -> assertThat(request.body().isObject()).isTrue());
            }
        }
    }

    @Test
    @Covers("legacy/http/session-404-reinitialize")
    void after_the_session_has_ended_a_new_one_is_opened_and_the_call_is_repeated() throws Exception {
        AtomicInteger sessions = new AtomicInteger();
        Function<RecordedRequest, MockResponse> responder = request -> {
            if (request.httpMethod().equals("GET")) {
                return MockResponse.ofStatus(405);
            }
            if (request.hasMethod("initialize")) {
                return request.createInitializeResponse("2025-06-18")
                        .withHeader("Mcp-Session-Id", "s" + sessions.incrementAndGet());
            }
            if (request.hasMethod("ping")) {
                return "s1".equals(request.headers().get("Mcp-Session-Id"))
                        ? MockResponse.ofStatus(404)
                        : request.createResult("{}");
            }
            return MockResponse.ofStatus(202);
        };
        try (MockHttpServer http = new MockHttpServer(responder);
                McpClient client = client().revisions(Revision.V2025_06_18).connect(http.target())) {
            client.ping();
            assertThat(sessions).hasValue(2);
            assertThat(http.requests("initialize").get(1).headers()).doesNotContainKey("Mcp-Session-Id");
            assertThat(client.status().connectionsMade()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bad session", "\u00e9"})
    @Covers("2025-11-25/http/session-id-client-secure")
    void an_invalid_session_id_is_not_sent_back(String id) throws Exception {
        Function<RecordedRequest, MockResponse> responder = request -> request.hasMethod("initialize")
                ? request.createInitializeResponse("2025-11-25").withHeader("Mcp-Session-Id", id)
                : MockResponse.ofStatus(request.httpMethod().equals("GET") ? 405 : 202);
        try (MockHttpServer http = new MockHttpServer(responder)) {
            ClientBuilder builder = client().revisions(Revision.V2025_11_25);
            try (McpClient client = builder.connect(http.target())) {
                assertThat(client.server()).isNotNull();
            } catch (McpClientException e) {
                assertThat(e.getMessage()).doesNotContain("bad session");
            }
            assertThat(http.requests())
                    .noneMatch(request -> "bad session".equals(request.headers().get("Mcp-Session-Id")));
        }
    }

    @Test
    @Covers({"2026-07-28/jsonrpc/result-type-unrecognized", "2026-07-28/jsonrpc/result-type-absent-complete"})
    void a_result_of_an_unknown_type_is_invalid_and_without_a_type_it_is_complete() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Function<RecordedRequest, MockResponse> responder = request -> {
            if (request.hasMethod("server/discover")) {
                return request.createDiscoverResponse();
            }
            if (request.hasMethod("tools/list")) {
                return request.createResult(createToolList());
            }
            return request.createResult(
                    calls.getAndIncrement() == 0 ? "{\"resultType\":\"strange\",\"content\":[]}" : "{\"content\":[]}");
        };
        try (MockHttpServer http = new MockHttpServer(responder);
                McpClient client = client().connect(http.target())) {
            assertThatThrownBy(() -> client.callTool("x", Map.of()))
                    .isInstanceOf(InvalidResponseException.class)
                    .hasMessageContaining("resultType");
            assertThat(client.callTool("x", Map.of()).isError()).isFalse();
        }
    }

    @Test
    void the_approval_policy_is_consulted_before_a_tool_call_and_a_denied_call_is_not_sent() throws Exception {
        ApprovalPolicy denyAll = new ApprovalPolicy() {
            @Override
            public boolean approveToolCall(Tool tool, Json arguments) {
                return false;
            }
        };
        try (MockHttpServer http = new MockHttpServer(createResponder(createToolList("{\"type\":\"object\"}")));
                McpClient client = client().approvalPolicy(denyAll).connect(http.target())) {
            assertThatThrownBy(() -> client.callTool("t0", Map.of())).isInstanceOf(ApprovalDeniedException.class);
            assertThat(http.requests("tools/call")).isEmpty();
        }
    }
}
