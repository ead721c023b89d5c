package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.http.HeaderValueCodec;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.ClientInputRequest;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The header rules of 2026-07-28, and the errors for their violation. */
class HeaderRulesTest {
    private static final Json MIRROR_SCHEMA = Json.parse("""
            {"type":"object","properties":{
              "text":{"type":"string","x-mcp-header":"Text"},
              "count":{"type":"integer","x-mcp-header":"Count"},
              "flag":{"type":"boolean","x-mcp-header":"Flag"},
              "free":{"type":"string"}}}""");

    private McpServer server;
    private TenonHttpServer http;

    @BeforeEach
    void open() {
        server = serverBuilder().build();
        http = TenonHttpServer.builder(server).port(0).start();
    }

    private static dev.tenon.server.ServerBuilder serverBuilder() {
        return McpServer.builder("headers", "1")
                .tool("mirror")
                .inputSchema(MIRROR_SCHEMA)
                .handler((in, call) -> in.toString());
    }

    @AfterEach
    void close() {
        http.close();
        server.close(Duration.ZERO);
    }

    private RawPostRequest buildPost(String method, String name) {
        return new RawPostRequest(http.port())
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .header("Mcp-Name", name);
    }

    private static String buildBody(String method, String members) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}" + (members.isEmpty() ? "" : "," + members)
                + "}}";
    }

    private static String buildCall(String arguments) {
        return buildBody("tools/call", "\"name\":\"mirror\",\"arguments\":" + arguments);
    }

    private static void assertMismatch(RawPostRequest.PostResponse response) {
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32020);
        assertThat(response.headers().get("content-type")).startsWith("application/json");
    }

    @Test
    @Covers({"2026-07-28/http/version-header-mismatch", "2026-07-28/http/header-body-validation"})
    void a_version_header_that_contradicts_the_body_is_a_mismatch() throws IOException {
        assertMismatch(buildPost("tools/list", null)
                .header("MCP-Protocol-Version", "2025-11-25")
                .send(buildBody("tools/list", "")));
    }

    @Test
    @Covers({"2026-07-28/http/header-missing", "2026-07-28/http/header-mismatch"})
    void a_required_header_that_is_missing_is_a_mismatch() throws IOException {
        assertMismatch(buildPost("tools/list", null)
                .header("MCP-Protocol-Version", null)
                .send(buildBody("tools/list", "")));
        assertMismatch(buildPost("tools/list", null).header("Mcp-Method", null).send(buildBody("tools/list", "")));
        assertMismatch(buildPost("tools/call", null).send(buildCall("{}")));
    }

    @Test
    @Covers("2026-07-28/http/unsupported-version-400")
    void an_unsupported_version_is_400_and_names_the_supported_ones() throws IOException {
        RawPostRequest.PostResponse response = buildPost("tools/list", null)
                .header("MCP-Protocol-Version", "2031-01-01")
                .send(buildBody("tools/list", "").replace("2026-07-28", "2031-01-01"));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32022);
    }

    @Test
    @Covers("2026-07-28/http/method-not-found-404")
    void an_unknown_method_is_404() throws IOException {
        for (String method : new String[] {"nope", "initialize", "ping", "logging/setLevel"}) {
            RawPostRequest.PostResponse response = buildPost(method, null).send(buildBody(method, ""));
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.errorCode()).isEqualTo(-32601);
            assertThat(response.json().get("id")).isEqualTo(Json.of(1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"_meta\":{}}",
                "{\"_meta\":{\"io.modelcontextprotocol/clientCapabilities\":{}}}",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}"
            })
    @Covers("2026-07-28/http/missing-meta-400")
    void a_request_whose_meta_lacks_a_member_is_400(String params) throws IOException {
        RawPostRequest.PostResponse response = buildPost("tools/list", null)
                .send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":" + params + "}");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32602);
    }

    @Test
    @Covers("2026-07-28/http/missing-capability-400")
    void a_capability_that_was_not_declared_is_400() throws IOException {
        server.addTool("asks").handler((in, call) -> call.requestInput("r", ClientInputRequest.roots())
                .value()
                .isPresent());
        RawPostRequest.PostResponse response =
                buildPost("tools/call", "asks").send(buildBody("tools/call", "\"name\":\"asks\""));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32021);
    }

    @Test
    @Covers("2026-07-28/http/header-names-case-insensitive")
    void header_names_are_case_insensitive_and_values_are_not() throws IOException {
        RawPostRequest request = new RawPostRequest(http.port())
                .header("mcp-protocol-version", "2026-07-28")
                .header("MCP-METHOD", "tools/list");
        assertThat(request.send(buildBody("tools/list", "")).hasResult()).isTrue();
        assertMismatch(buildPost("TOOLS/LIST", null).send(buildBody("tools/list", "")));
        assertMismatch(buildPost("tools/call", "MIRROR").send(buildCall("{}")));
    }

    @Test
    @Covers("2026-07-28/http/header-whitespace-trim")
    void blanks_around_a_value_are_ignored() throws IOException {
        assertThat(buildPost("tools/call", "  mirror \t ").send(buildCall("{}")).hasResult())
                .isTrue();
    }

    @Test
    @Covers("2026-07-28/http/header-body-validation")
    void a_name_or_method_that_contradicts_the_body_is_a_mismatch() throws IOException {
        assertMismatch(buildPost("prompts/list", null).send(buildBody("tools/list", "")));
        assertMismatch(buildPost("tools/call", "other").send(buildCall("{}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Hello      | =?base64?SGVsbG8=?= | true",
                "Hello      | Hello               | true",
                "SGVsbG8=   | SGVsbG8=            | true",
                "'=?base64?SGVsbG8=' | =?base64?SGVsbG8= | true",
                "'=?BASE64?SGVsbG8=?=' | =?BASE64?SGVsbG8=?= | true",
                "Hello      | =?base64?SGVsbG8?=  | false",
                "Hello      | =?base64?SGVs!!!bG8=?= | false",
                "Hello      | =?base64?/w==?=     | false",
                "Hello      | Other               | false",
                "Hello      | hello               | false"
            })
    @Covers({
        "2026-07-28/http/sentinel-decode-before-compare",
        "2026-07-28/http/sentinel-invalid-base64",
        "2026-07-28/http/param-validate-body"
    })
    void a_mirrored_argument_is_decoded_and_compared(String argument, String header, boolean accepted)
            throws IOException {
        RawPostRequest.PostResponse response = buildPost("tools/call", "=?base64?bWlycm9y?=")
                .header("Mcp-Param-Text", header)
                .send(buildCall("{\"text\":\"" + argument + "\"}"));
        if (accepted) {
            assertThat(response.hasResult()).as(response.body()).isTrue();
        } else {
            assertMismatch(response);
        }
    }

    @Test
    @Covers({"2026-07-28/http/param-recognized-invalid-chars", "2026-07-28/http/header-invalid-chars"})
    void invalid_header_characters_are_rejected() throws IOException {
        assertMismatch(buildPost("tools/call", "mirror")
                .header("Mcp-Param-Text", "gr\u00fcn")
                .send(buildCall("{\"text\":\"gr\u00fcn\"}")));
        assertMismatch(buildPost("tools/call", "mirr\u00f6r").send(buildCall("{}")));
    }

    /** Issue 20, item 33: white space around a name is significant, and is sent in the encoded form. */
    @Test
    @Covers("2026-07-28/http/header-body-validation")
    void a_name_with_outer_white_space_is_compared_with_it() throws IOException {
        server.addPrompt(" spaced ").handler((arguments, call) -> "spaced");
        String get = buildBody("prompts/get", "\"name\":\" spaced \"");
        assertThat(buildPost("prompts/get", HeaderValueCodec.encode(" spaced "))
                        .send(get)
                        .hasResult())
                .isTrue();
        assertMismatch(buildPost("prompts/get", "spaced").send(get));
        assertMismatch(
                buildPost("tools/call", HeaderValueCodec.encode(" mirror")).send(buildCall("{}")));
        assertThat(buildPost("tools/call", " mirror ").send(buildCall("{}")).hasResult())
                .isTrue();
    }

    @Test
    @Covers({"2026-07-28/http/param-missing-but-in-body", "2026-07-28/http/param-null-or-absent-not-expected"})
    void only_a_present_argument_needs_its_header() throws IOException {
        assertMismatch(buildPost("tools/call", "mirror").send(buildCall("{\"text\":\"x\"}")));
        assertThat(buildPost("tools/call", "mirror")
                        .send(buildCall("{\"free\":\"x\"}"))
                        .hasResult())
                .isTrue();
        assertThat(buildPost("tools/call", "mirror")
                        .send(buildCall("{\"text\":null}"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    @Covers("2026-07-28/http/param-validate-body")
    void numbers_compare_by_value_and_booleans_by_word() throws IOException {
        assertThat(buildPost("tools/call", "mirror")
                        .header("Mcp-Param-Count", "42")
                        .send(buildCall("{\"count\":42}"))
                        .hasResult())
                .isTrue();
        assertMismatch(buildPost("tools/call", "mirror")
                .header("Mcp-Param-Count", "43")
                .send(buildCall("{\"count\":42}")));
        assertThat(buildPost("tools/call", "mirror")
                        .header("Mcp-Param-Flag", "true")
                        .send(buildCall("{\"flag\":true}"))
                        .hasResult())
                .isTrue();
        assertMismatch(buildPost("tools/call", "mirror")
                .header("Mcp-Param-Flag", "false")
                .send(buildCall("{\"flag\":true}")));
    }

    @Test
    @Covers("2026-07-28/http/header-values-untrusted")
    void a_header_never_replaces_a_member_of_the_body() throws IOException {
        RawPostRequest.PostResponse response = buildPost("tools/call", "mirror")
                .header("Mcp-Param-Free", "from the header")
                .send(buildCall("{}"));
        assertThat(response.body()).doesNotContain("from the header");
    }

    @Test
    @Covers({"2026-07-28/http/no-sessions", "2026-07-28/http/initialize-400", "2026-07-28/http/missing-header-reject"})
    void a_server_of_only_the_newest_revision_has_no_sessions() throws IOException {
        try (McpServer modern = serverBuilder().revisions(Revision.V2026_07_28).build();
                TenonHttpServer httpServer =
                        TenonHttpServer.builder(modern).port(0).start()) {
            RawPostRequest.PostResponse handshake = new RawPostRequest(httpServer.port())
                    .send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
            assertThat(handshake.status()).isEqualTo(400);
            assertThat(handshake.body()).contains("2026-07-28");
            assertMismatch(new RawPostRequest(httpServer.port())
                    .send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));
            RawPostRequest.PostResponse response = new RawPostRequest(httpServer.port())
                    .header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", "tools/list")
                    .header("Mcp-Session-Id", "made-up")
                    .send(buildBody("tools/list", ""));
            assertThat(response.hasResult()).isTrue();
            assertThat(response.headers()).doesNotContainKey("mcp-session-id");
        }
    }

    @Test
    @Covers("2025-06-18/http/version-header-invalid-400")
    void a_session_rejects_a_version_other_than_the_negotiated_one() throws IOException {
        RawPostRequest.PostResponse initialized = new RawPostRequest(http.port())
                .send(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
        String session = initialized.headers().get("mcp-session-id");
        for (String version : new String[] {"1999-01-01", "2025-11-25", "nonsense"}) {
            RawPostRequest.PostResponse response = new RawPostRequest(http.port())
                    .header("Mcp-Session-Id", session)
                    .header("MCP-Protocol-Version", version)
                    .send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
            assertThat(response.status()).isEqualTo(400);
        }
        RawPostRequest.PostResponse response = new RawPostRequest(http.port())
                .header("Mcp-Session-Id", session)
                .header("MCP-Protocol-Version", "2025-06-18")
                .send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
        assertThat(response.hasResult()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"1.0\",\"method\":\"notifications/x\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":5}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"error\":{}}"
            })
    @Covers("core/http/notification-rejected")
    void an_invalid_notification_or_response_is_400_without_an_id(String message) throws IOException {
        RawPostRequest.PostResponse response = buildPost("x", null).send(message);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.json().get("id")).isNull();
    }

    @Test
    void the_same_header_twice_is_a_mismatch() throws IOException {
        assertMismatch(buildPost("tools/call", "mirror\r\nMcp-Name: mirror").send(buildCall("{}")));
    }
}
