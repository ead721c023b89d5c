package dev.tenon.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.CacheScope;
import dev.tenon.model.Caching;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.InputRequired;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Result;
import dev.tenon.model.Root;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatelessCodecTest {
    private static final Implementation SERVER = Implementation.of("demo", "1");
    private static final Implementation CLIENT = Implementation.of("client", "2");

    private final StatelessCodec codec = new StatelessCodec(SERVER);

    @Test
    @Covers("2026-07-28/meta/server-info-should")
    void every_result_has_its_type_and_the_server_unless_configured_otherwise() {
        assertThat(codec.encodeResult(Methods.CALL_TOOL, CallToolResult.text("hi")))
                .hasToString("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],"
                        + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"demo\",\"version\":\"1\"}}}");
        assertThat(new StatelessCodec(null).encodeResult(Methods.CALL_TOOL, CallToolResult.of()))
                .hasToString("{\"resultType\":\"complete\",\"content\":[]}");
        Meta meta = decoded(Methods.CALL_TOOL, CallToolResult.of()).meta();
        assertThat(codec.decodeServerInfo(meta)).isEqualTo(SERVER);
    }

    @Test
    @Covers({"2026-07-28/caching/hints-required", "2026-07-28/versioning/discover-result-fields"})
    void exactly_the_six_cacheable_results_have_caching_members() {
        for (Method<?, ?> method : AllMethods.methods()) {
            if (codec.findClientMethod(method.name()) == null) {
                continue;
            }
            boolean cacheable = List.of(
                            "server/discover",
                            "tools/list",
                            "prompts/list",
                            "resources/list",
                            "resources/templates/list",
                            "resources/read")
                    .contains(method.name());
            Samples.results(method).forEach(result -> {
                Json json = codec.encodeResult(method, result);
                assertThat(json.get("ttlMs") != null).as(method.name()).isEqualTo(cacheable);
                assertThat(json.get("cacheScope") != null).as(method.name()).isEqualTo(cacheable);
            });
        }
        Json json = codec.encodeResult(
                Methods.LIST_TOOLS,
                new ListToolsResult(List.of(), null, new Caching(1500, CacheScope.PUBLIC), Meta.EMPTY));
        assertThat(json.get("ttlMs")).hasToString("1500");
        assertThat(json.get("cacheScope")).hasToString("\"public\"");
    }

    @Test
    @Covers({
        "2026-07-28/mrtr/request-kinds",
        "2026-07-28/mrtr/result-type",
        "2026-07-28/mrtr/keys-unique",
        "2026-07-28/caching/no-hints-on-interim",
        "2026-07-28/elicitation/no-elicitation-id"
    })
    void a_server_requests_input_in_its_result() {
        InputRequired inputRequired = InputRequired.of(
                Map.of("u", Elicit.url("Sign in", "https://example.com").withElicitationId("e")), "sealed");
        assertThat(new StatelessCodec(null).encodeResult(Methods.READ_RESOURCE, inputRequired))
                .hasToString("{\"resultType\":\"input_required\",\"inputRequests\":{\"u\":{\"method\":"
                        + "\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"Sign in\",\"url\":"
                        + "\"https://example.com\"}}},\"requestState\":\"sealed\"}");
        assertThat(codec.findServerNotification("notifications/elicitation/complete"))
                .isNull();
    }

    @Test
    @Covers("2026-07-28/mrtr/supported-requests-only")
    void only_calls_prompts_and_reads_may_require_input() {
        InputRequired inputRequired = InputRequired.of(Map.of(), "state");
        for (Method<?, ?> method : AllMethods.methods()) {
            boolean mayRequireInput =
                    List.of("tools/call", "prompts/get", "resources/read").contains(method.name());
            if (mayRequireInput) {
                assertThat(decoded(method, inputRequired)).isInstanceOf(InputRequired.class);
            } else {
                assertThatThrownBy(() -> codec.encodeResult(method, inputRequired))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
        Json asks = Json.parse("{\"resultType\":\"input_required\",\"requestState\":\"s\"}");
        assertThatThrownBy(() -> codec.decodeResult(Methods.LIST_TOOLS, asks))
                .isInstanceOf(ResultException.class)
                .hasMessage("result.resultType: expected complete, got string \"input_required\"");
    }

    @Test
    @Covers({"2026-07-28/meta/required-fields-all-requests", "2026-07-28/meta/client-info-optional-for-server"})
    void a_request_has_client_metadata_but_client_info_is_optional() {
        RequestMeta about = RequestMeta.of(CLIENT, ClientCapabilities.NONE.withElicitation(true, false))
                .withLogLevel(LogLevel.INFO);
        CallToolParams call = CallToolParams.of("add", Json.EMPTY_OBJECT);
        assertThatThrownBy(() -> codec.encodeParams(Methods.CALL_TOOL, call))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withRequestMeta");
        Json sent = codec.encodeParams(Methods.CALL_TOOL, call, codec.withRequestMeta(call.meta(), about));
        assertThat(codec.decodeRequestMeta(sent)).isEqualTo(about);
        Json nameless = Json.parse("""
                {"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01",
                          "io.modelcontextprotocol/clientCapabilities":{}}}
                """);
        assertThat(codec.decodeRequestMeta(nameless).clientInfo()).isNull();
        assertThat(codec.decodeRequestMeta(nameless).protocolVersion()).isEqualTo("2030-01-01");
    }

    @Test
    @Covers("2026-07-28/logging/invalid-level")
    void an_unknown_log_level_is_rejected() {
        Json params = Json.parse("""
                {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                          "io.modelcontextprotocol/clientCapabilities":{},
                          "io.modelcontextprotocol/logLevel":"loud"}}
                """);
        assertThatThrownBy(() -> codec.decodeRequestMeta(params))
                .isInstanceOf(ParamsException.class)
                .hasMessageStartingWith("params._meta[\"io.modelcontextprotocol/logLevel\"]: expected one of debug, ");
    }

    @Test
    @Covers({"core/elicitation/response-actions", "core/sampling/stop-reason-open"})
    void input_responses_are_decoded_by_the_method_of_their_request() {
        assertThat(decodeResponse(Methods.ELICIT, "{\"action\":\"accept\",\"content\":{\"n\":[\"a\"]}}")
                        .content())
                .hasToString("{\"n\":[\"a\"]}");
        assertThat(decodeResponse(Methods.ELICIT, "{\"action\":\"cancel\",\"content\":{\"n\":1}}")
                        .action())
                .isEqualTo(ElicitAction.CANCEL);
        CreateMessageResult message = decodeResponse(
                Methods.CREATE_MESSAGE,
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"model\":\"m\",\"stopReason\":\"tired\"}");
        assertThat(message.text()).isEqualTo("hi");
        assertThat(message.stopReason()).isEqualTo("tired");
        ListRootsResult roots = decodeResponse(Methods.LIST_ROOTS, "{\"roots\":[{\"uri\":\"file:///a\"}]}");
        assertThat(roots.roots()).containsExactly(Root.of("file:///a"));
        assertThat(codec.encodeInputResponse(Methods.LIST_ROOTS, roots))
                .hasToString("{\"roots\":[{\"uri\":\"file:///a\"}]}");
    }

    @Test
    @Covers({"2026-07-28/mrtr/validate-responses", "core/elicitation/content-types"})
    void an_invalid_input_response_is_rejected_with_its_key() {
        assertThatThrownBy(() -> decodeResponse(Methods.ELICIT, "{\"action\":\"maybe\"}"))
                .isInstanceOf(ParamsException.class)
                .hasMessage("params.inputResponses.k.action: expected one of accept, decline, cancel,"
                        + " got string \"maybe\"");
        assertThatThrownBy(() -> decodeResponse(Methods.ELICIT, "{\"action\":\"accept\",\"content\":{\"n\":{}}}"))
                .isInstanceOf(ParamsException.class)
                .hasMessage(
                        "params.inputResponses.k: content[\"n\"] must be a string, a number, a boolean or an array of"
                                + " strings");
        assertThatThrownBy(() -> decodeResponse(Methods.LIST_ROOTS, "7"))
                .hasMessage("params.inputResponses.k: expected object, got number 7");
    }

    @Test
    @Covers("2026-07-28/mrtr/ignore-unexpected")
    void unexpected_input_responses_are_kept_unchecked() {
        Json params = Json.parse("""
                {"name":"a","inputResponses":{"k":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"x",
                 "io.modelcontextprotocol/clientCapabilities":{}}}
                """);
        assertThat(codec.decodeParams(Methods.CALL_TOOL, params).inputResponses())
                .containsEntry("k", Json.of(1));
    }

    @Test
    void a_result_of_another_method_is_not_written() {
        assertThatThrownBy(() -> codec.encodeResult(Methods.CALL_TOOL, EmptyResult.EMPTY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tools/call has no result of the type EmptyResult in 2026-07-28");
        assertThatThrownBy(() -> codec.encodeResult(Methods.PING, EmptyResult.EMPTY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ping does not exist in 2026-07-28");
    }

    @Test
    void an_invalid_result_is_reported_as_a_result_error() {
        assertThatThrownBy(() -> codec.decodeResult(Methods.LIST_TOOLS, Json.parse("{\"tools\":[{\"name\":1}]}")))
                .isInstanceOf(ResultException.class)
                .hasMessage("result.tools[0].name: expected string, got number 1");
        assertThat(((ListToolsResult) codec.decodeResult(
                                Methods.LIST_TOOLS, Json.parse("{\"tools\":[],\"nextCursor\":null}")))
                        .nextCursor())
                .isNull();
        assertThat(((ListToolsResult) codec.decodeResult(
                                Methods.LIST_TOOLS, Json.parse("{\"tools\":[],\"nextCursor\":\"\"}")))
                        .nextCursor())
                .isEmpty();
    }

    @Test
    void existing_server_info_is_not_overwritten() {
        Json other = Json.parse("{\"name\":\"behind\",\"version\":\"3\"}");
        Result result = CallToolResult.text("hi").withMeta(Meta.of(MetaKey.SERVER_INFO, other));
        assertThat(codec.decodeServerInfo(decoded(Methods.CALL_TOOL, result).meta()))
                .isEqualTo(Implementation.of("behind", "3"));
    }

    private Result decoded(Method<?, ?> method, Result result) {
        return codec.decodeResult(method, codec.encodeResult(method, result));
    }

    private <R extends dev.tenon.model.InputResponse> R decodeResponse(Method<?, R> method, String json) {
        return codec.decodeInputResponse(method, "k", Json.parse(json));
    }
}
