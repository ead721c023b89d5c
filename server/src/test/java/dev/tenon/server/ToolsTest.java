package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.server.feature.ToolErrorException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests tools, their results and their failures. */
class ToolsTest {
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = TestServers.echoBuilder().build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers("core/tools/declare-capability")
    void a_server_with_tools_declares_them(String revision) throws Exception {
        assertThat(client.initialize(revision, "{}").get("capabilities").get("tools"))
                .isNotNull();
        assertThat(client.callStateless("server/discover", "")
                        .result()
                        .get("capabilities")
                        .get("tools"))
                .isNotNull();
    }

    @Test
    @Covers({"core/jsonrpc/method-not-found"})
    void a_server_without_tools_has_no_methods_for_them() throws Exception {
        try (McpServer bare = McpServer.builder("bare", "1").build();
                RecordingClient other = new RecordingClient(bare)) {
            assertThat(other.callStateless("tools/list", "").code()).isEqualTo(-32601);
            assertThat(other.call("echo", "{}").code()).isEqualTo(-32601);
            assertThat(other.callStateless("server/discover", "")
                            .result()
                            .get("capabilities")
                            .get("tools"))
                    .isNull();
        }
    }

    @Test
    @Covers({
        "2026-07-28/tools/list-required",
        "core/tools/input-schema-object",
        "core/tools/input-schema-type-object",
        "core/schema/schemas-valid"
    })
    void each_tool_is_listed_with_an_object_schema() throws Exception {
        server.addTool("bare").handler((in, call) -> "x");
        List<Json> tools =
                client.callStateless("tools/list", "").result().get("tools").elements();
        assertThat(tools).hasSize(2);
        assertThat(tools)
                .allSatisfy(t ->
                        assertThat(t.get("inputSchema").get("type").string()).isEqualTo("object"));
    }

    @Test
    @Covers("2026-07-28/tools/list-not-per-connection")
    void tools_are_listed_identically_on_every_connection() throws Exception {
        Json before = client.callStateless("tools/list", "").result();
        client.call("echo", "{\"text\":\"x\"}");
        try (RecordingClient other = new RecordingClient(server)) {
            assertThat(other.callStateless("tools/list", "").result()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "ECHO", "echo "})
    @Covers({"core/tools/unknown-tool", "core/jsonrpc/invalid-params"})
    void an_unknown_tool_is_a_protocol_error(String name) throws Exception {
        assertThat(client.call(name, "{}").code()).isEqualTo(-32602);
        client.initialize("2025-11-25", "{}");
        assertThat(client.callInSession(name, "{}").code()).isEqualTo(-32602);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"arguments\":{}'                      | params.name",
                "'\"name\":5'                            | params.name",
                "'\"name\":\"echo\",\"arguments\":[]'    | params.arguments",
                "'\"name\":\"echo\",\"arguments\":null'  | params.arguments",
                "'\"name\":\"echo\",\"arguments\":\"x\"' | params.arguments"
            })
    @Covers({"core/tools/malformed-call", "core/jsonrpc/invalid-params"})
    void the_error_for_invalid_params_names_the_member(String members, String field) throws Exception {
        RecordingClient.ReceivedResponse response = client.callStateless("tools/call", members);
        assertThat(response.code()).isEqualTo(-32602);
        assertThat(response.message()).contains(field).hasSizeLessThan(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"})
    @Covers({"core/tools/input-validation-is-error", "core/tools/server-security-validate"})
    void invalid_arguments_are_a_result_that_explains_how_to_correct_them(String revision) throws Exception {
        RecordingClient.ReceivedResponse response = callUnder(revision, "echo", "{\"txet\":5}");
        assertThat(response.isToolError()).isTrue();
        assertThat(response.text()).contains("\"text\"").contains("required").contains("txet");
    }

    private RecordingClient.ReceivedResponse callUnder(String revision, String tool, String arguments)
            throws Exception {
        if (revision.equals("2026-07-28")) {
            return client.call(tool, arguments);
        }
        client.initialize(revision, "{}");
        return client.callInSession(tool, arguments);
    }

    @Test
    void missing_arguments_are_an_empty_object() throws Exception {
        server.addTool("bare").handler((in, call) -> in.toString());
        assertThat(client.callStateless("tools/call", "\"name\":\"bare\"").text())
                .isEqualTo("{}");
    }

    @Test
    @Covers("2026-07-28/tools/input-schema-keywords")
    void every_keyword_of_a_schema_is_listed_and_validated() throws Exception {
        Json schema = Json.parse("""
                {"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},
                 "oneOf":[{"required":["a"]},{"required":["b"]}],
                 "if":{"required":["a"]},"then":{"properties":{"a":{"minimum":10}}}}""");
        server.addTool("either").inputSchema(schema).handler((in, call) -> "ok");
        Json listed = client.callStateless("tools/list", "")
                .result()
                .get("tools")
                .elements()
                .get(1);
        assertThat(listed.get("inputSchema")).isEqualTo(schema);
        assertThat(client.call("either", "{\"a\":12}").isToolError()).isFalse();
        assertThat(client.call("either", "{\"a\":12,\"b\":1}").isToolError()).isTrue();
        assertThat(client.call("either", "{\"a\":1}").isToolError()).isTrue();
    }

    @Test
    void a_tool_error_is_a_result_with_its_message() throws Exception {
        server.addTool("book").handler((in, call) -> {
            throw new ToolErrorException("Dates must be in the future. Today is 2026-11-21.");
        });
        RecordingClient.ReceivedResponse response = client.call("book", "{}");
        assertThat(response.isToolError()).isTrue();
        assertThat(response.text()).isEqualTo("Dates must be in the future. Today is 2026-11-21.");
    }

    @Test
    @Covers("core/logging/no-secrets")
    void the_result_of_a_failing_tool_contains_an_incident_id_only() throws Exception {
        server.addTool("bad").handler((in, call) -> {
            throw new IllegalStateException("secret password 1234");
        });
        RecordingClient.ReceivedResponse response = client.call("bad", "{}");
        assertThat(response.isToolError()).isTrue();
        assertThat(response.text()).containsPattern("incident [0-9a-f]{12}");
        assertThat(response.response().toString()).doesNotContain("secret").doesNotContain("Exception");
    }

    @Test
    void an_endless_recursion_still_gets_a_result() throws Exception {
        server.addTool("deep").handler((in, call) -> recurse(0));
        assertThat(client.call("deep", "{}").isToolError()).isTrue();
        assertThat(client.call("echo", "{\"text\":\"alive\"}").text()).isEqualTo("alive");
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int recurse(int depth) {
        return recurse(depth + 1) + 1;
    }

    @Test
    @Covers({
        "2025-06-18/tools/structured-object-only",
        "core/tools/output-schema-conform",
        "2026-07-28/tools/output-schema-any"
    })
    void structured_results_conform_to_the_schema_and_to_the_revision() throws Exception {
        server.addTool("number")
                .outputSchema(Json.parse("{\"type\":\"integer\"}"))
                .handler((in, call) -> 42);
        server.addTool("object")
                .outputSchema(Json.parse("{\"type\":\"object\",\"required\":[\"n\"]}"))
                .handler((in, call) -> Map.of("n", 1));
        assertThat(client.call("number", "{}").result().get("structuredContent"))
                .isEqualTo(Json.of(42));
        client.initialize("2025-11-25", "{}");
        assertThat(client.callInSession("number", "{}").result().get("structuredContent"))
                .isNull();
        assertThat(client.callInSession("number", "{}").text()).isEqualTo("42");
        assertThat(client.callInSession("object", "{}").result().get("structuredContent"))
                .isEqualTo(Json.parse("{\"n\":1}"));
    }

    @Test
    @Covers({"core/tools/output-schema-conform", "core/jsonrpc/internal-error"})
    void a_result_that_violates_its_schema_is_never_sent() throws Exception {
        server.addTool("liar")
                .outputSchema(Json.parse("{\"type\":\"object\",\"required\":[\"n\"]}"))
                .handler((in, call) -> Map.of("m", 1));
        assertThat(client.call("liar", "{}").code()).isEqualTo(-32603);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,2]", "\"text\"", "7", "true", "null"})
    @Covers({"2026-07-28/tools/structured-any-json", "2026-07-28/tools/structured-nonobject-text"})
    void any_json_can_be_structured_content_and_is_repeated_as_text(String value) throws Exception {
        server.addTool("any").outputSchema(Json.parse("{}")).handler((in, call) -> Json.parse(value));
        RecordingClient.ReceivedResponse response = client.call("any", "{}");
        assertThat(response.result().members()).containsKey("structuredContent");
        assertThat(response.result().get("structuredContent")).isEqualTo(Json.parse(value));
        assertThat(response.text()).isEqualTo(value);
    }

    @Test
    @Covers({"core/tools/content-required", "core/tools/image-audio-base64"})
    void content_is_always_present_and_binary_content_is_base64() throws Exception {
        server.addTool("none").handler((in, call) -> CallToolResult.of());
        server.addTool("media")
                .handler((in, call) -> List.of(
                        Content.image(new byte[] {1, 2, 3}, "image/png"),
                        Content.audio(new byte[] {4, 5}, "audio/wav"),
                        Content.embedded(ResourceContents.text("test://x", "text/plain", "x")),
                        Content.link(Resource.of("test://y", "y"))));
        assertThat(client.call("none", "{}").result().get("content").elements()).isEmpty();
        List<Json> contents = client.call("media", "{}").result().get("content").elements();
        assertThat(contents.get(0).get("data").string()).isEqualTo("AQID");
        assertThat(contents.get(0).get("mimeType").string()).isEqualTo("image/png");
        assertThat(contents.get(1).get("data").string()).isEqualTo("BAU=");
        assertThat(contents.get(2).get("type").string()).isEqualTo("resource");
        assertThat(contents.get(3).get("type").string()).isEqualTo("resource_link");
    }

    @Test
    @Covers("core/tools/annotation-defaults")
    void unset_annotations_are_not_sent_so_that_their_defaults_apply() throws Exception {
        server.addTool("hinted")
                .annotations(ToolAnnotations.NONE.withReadOnlyHint(true))
                .handler((in, call) -> "x");
        List<Json> tools =
                client.callStateless("tools/list", "").result().get("tools").elements();
        assertThat(tools.get(0).get("annotations")).isNull();
        assertThat(tools.get(1).get("annotations").get("readOnlyHint").bool()).isTrue();
    }

    @Test
    void a_tool_that_exceeds_its_timeout_is_stopped_with_a_result_that_reports_it() throws Exception {
        server.addTool("slow").timeout(Duration.ofMillis(200)).handler((in, call) -> {
            Thread.sleep(60_000);
            return "never";
        });
        RecordingClient.ReceivedResponse response = client.call("slow", "{}");
        assertThat(response.isToolError()).isTrue();
        assertThat(response.text()).contains("did not finish");
    }

    @Test
    void names_are_unique_and_valid_in_the_protocol() {
        assertThatThrownBy(() -> server.addTool("echo").handler((in, call) -> ""))
                .hasMessageContaining("There is a tool \"echo\" already");
        assertThatThrownBy(() -> server.addTool("two words")).hasMessageContaining("letters, digits");
    }

    @Test
    @Covers("core/tools/server-security-rate-limit")
    void calls_in_flight_are_limited_and_further_ones_get_an_error() throws Exception {
        try (McpServer small = TestServers.echoBuilder()
                        .limits(Limits.DEFAULT.toBuilder().requestsPerSession(2).build())
                        .tool("slow")
                        .handler((in, call) -> {
                            Thread.sleep(60_000);
                            return "";
                        })
                        .build();
                RecordingClient other = new RecordingClient(small)) {
            other.send(other.modernRequest(1, "tools/call", "\"name\":\"slow\""));
            other.send(other.modernRequest(2, "tools/call", "\"name\":\"slow\""));
            RecordingClient.ReceivedResponse rejected = other.call("echo", "{\"text\":\"x\"}");
            assertThat(rejected.code()).isEqualTo(429);
            small.close(Duration.ZERO);
        }
    }
}
