package dev.tenon.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.codec.ParamsException;
import dev.tenon.codec.ResultException;
import dev.tenon.codec.StatelessCodec;
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

class StatelessWireTest {
    private static final Implementation SERVER = Implementation.of("demo", "1");
    private static final Implementation CLIENT = Implementation.of("client", "2");

    private final StatelessCodec wire = new StatelessCodec(SERVER);

    @Test
    @Covers("2026-07-28/meta/server-info-should")
    void every_result_says_its_type_and_who_answers_unless_told_not_to() {
        assertThat(wire.encodeResult(Methods.CALL_TOOL, CallToolResult.text("hi")))
                .hasToString("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],"
                        + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"demo\",\"version\":\"1\"}}}");
        assertThat(new StatelessCodec(null).encodeResult(Methods.CALL_TOOL, CallToolResult.of()))
                .hasToString("{\"resultType\":\"complete\",\"content\":[]}");
        Meta meta = decoded(Methods.CALL_TOOL, CallToolResult.of()).meta();
        assertThat(wire.decodeServerInfo(meta)).isEqualTo(SERVER);
    }

    @Test
    @Covers({"2026-07-28/caching/hints-required", "2026-07-28/versioning/discover-result-fields"})
    void exactly_the_six_cacheable_results_say_how_to_cache_them() {
        for (Method<?, ?> method : AllMethods.methods()) {
            if (wire.findClientMethod(method.name()) == null) {
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
                Json json = wire.encodeResult(method, result);
                assertThat(json.get("ttlMs") != null).as(method.name()).isEqualTo(cacheable);
                assertThat(json.get("cacheScope") != null).as(method.name()).isEqualTo(cacheable);
            });
        }
        Json json = wire.encodeResult(
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
    void a_server_asks_by_answering() {
        InputRequired asked = InputRequired.of(
                Map.of("u", Elicit.url("Sign in", "https://example.com").withElicitationId("e")), "sealed");
        assertThat(new StatelessCodec(null).encodeResult(Methods.READ_RESOURCE, asked))
                .hasToString("{\"resultType\":\"input_required\",\"inputRequests\":{\"u\":{\"method\":"
                        + "\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"Sign in\",\"url\":"
                        + "\"https://example.com\"}}},\"requestState\":\"sealed\"}");
        assertThat(wire.findServerNotification("notifications/elicitation/complete"))
                .isNull();
    }

    @Test
    @Covers("2026-07-28/mrtr/supported-requests-only")
    void only_calls_prompts_and_reads_may_ask() {
        InputRequired asked = InputRequired.of(Map.of(), "state");
        for (Method<?, ?> method : AllMethods.methods()) {
            boolean may = List.of("tools/call", "prompts/get", "resources/read").contains(method.name());
            if (may) {
                assertThat(decoded(method, asked)).isInstanceOf(InputRequired.class);
            } else {
                assertThatThrownBy(() -> wire.encodeResult(method, asked)).isInstanceOf(IllegalArgumentException.class);
            }
        }
        Json asks = Json.parse("{\"resultType\":\"input_required\",\"requestState\":\"s\"}");
        assertThatThrownBy(() -> wire.decodeResult(Methods.LIST_TOOLS, asks))
                .isInstanceOf(ResultException.class)
                .hasMessage("result.resultType: expected complete, got string \"input_required\"");
    }

    @Test
    @Covers({"2026-07-28/meta/required-fields-all-requests", "2026-07-28/meta/client-info-optional-for-server"})
    void a_request_says_who_asks_and_may_leave_its_name_out() {
        RequestMeta about = RequestMeta.of(CLIENT, ClientCapabilities.NONE.withElicitation(true, false))
                .withLogLevel(LogLevel.INFO);
        CallToolParams call = CallToolParams.of("add", Json.EMPTY_OBJECT);
        assertThatThrownBy(() -> wire.encodeParams(Methods.CALL_TOOL, call))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withRequestMeta");
        Json sent = wire.encodeParams(Methods.CALL_TOOL, call, wire.withRequestMeta(call.meta(), about));
        assertThat(wire.decodeRequestMeta(sent)).isEqualTo(about);
        Json nameless = Json.parse("""
                {"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01",
                          "io.modelcontextprotocol/clientCapabilities":{}}}
                """);
        assertThat(wire.decodeRequestMeta(nameless).clientInfo()).isNull();
        assertThat(wire.decodeRequestMeta(nameless).protocolVersion()).isEqualTo("2030-01-01");
    }

    @Test
    @Covers("2026-07-28/logging/invalid-level")
    void an_unknown_log_level_does_not_fit() {
        Json params = Json.parse("""
                {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                          "io.modelcontextprotocol/clientCapabilities":{},
                          "io.modelcontextprotocol/logLevel":"loud"}}
                """);
        assertThatThrownBy(() -> wire.decodeRequestMeta(params))
                .isInstanceOf(ParamsException.class)
                .hasMessageStartingWith("params._meta[\"io.modelcontextprotocol/logLevel\"]: expected one of debug, ");
    }

    @Test
    @Covers({"core/elicitation/response-actions", "core/sampling/stop-reason-open"})
    void answers_of_a_client_are_read_by_how_it_was_asked() {
        assertThat(answer(Methods.ELICIT, "{\"action\":\"accept\",\"content\":{\"n\":[\"a\"]}}")
                        .content())
                .hasToString("{\"n\":[\"a\"]}");
        assertThat(answer(Methods.ELICIT, "{\"action\":\"cancel\",\"content\":{\"n\":1}}")
                        .action())
                .isEqualTo(ElicitAction.CANCEL);
        CreateMessageResult said = answer(
                Methods.CREATE_MESSAGE,
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"model\":\"m\",\"stopReason\":\"tired\"}");
        assertThat(said.text()).isEqualTo("hi");
        assertThat(said.stopReason()).isEqualTo("tired");
        ListRootsResult roots = answer(Methods.LIST_ROOTS, "{\"roots\":[{\"uri\":\"file:///a\"}]}");
        assertThat(roots.roots()).containsExactly(Root.of("file:///a"));
        assertThat(wire.encodeInputResponse(Methods.LIST_ROOTS, roots))
                .hasToString("{\"roots\":[{\"uri\":\"file:///a\"}]}");
    }

    @Test
    @Covers({"2026-07-28/mrtr/validate-responses", "core/elicitation/content-types"})
    void an_answer_that_does_not_fit_is_refused_by_its_key() {
        assertThatThrownBy(() -> answer(Methods.ELICIT, "{\"action\":\"maybe\"}"))
                .isInstanceOf(ParamsException.class)
                .hasMessage("params.inputResponses.k.action: expected one of accept, decline, cancel,"
                        + " got string \"maybe\"");
        assertThatThrownBy(() -> answer(Methods.ELICIT, "{\"action\":\"accept\",\"content\":{\"n\":{}}}"))
                .isInstanceOf(ParamsException.class)
                .hasMessage(
                        "params.inputResponses.k: content[\"n\"] must be a string, a number, a boolean or an array of"
                                + " strings");
        assertThatThrownBy(() -> answer(Methods.LIST_ROOTS, "7"))
                .hasMessage("params.inputResponses.k: expected object, got number 7");
    }

    @Test
    @Covers("2026-07-28/mrtr/ignore-unexpected")
    void answers_that_nobody_expects_are_carried_whatever_they_are() {
        Json params = Json.parse("""
                {"name":"a","inputResponses":{"k":1},"_meta":{"io.modelcontextprotocol/protocolVersion":"x",
                 "io.modelcontextprotocol/clientCapabilities":{}}}
                """);
        assertThat(wire.decodeParams(Methods.CALL_TOOL, params).inputResponses())
                .containsEntry("k", Json.of(1));
    }

    @Test
    void a_result_of_another_method_is_not_written() {
        assertThatThrownBy(() -> wire.encodeResult(Methods.CALL_TOOL, EmptyResult.EMPTY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tools/call has no result of the type EmptyResult in 2026-07-28");
        assertThatThrownBy(() -> wire.encodeResult(Methods.PING, EmptyResult.EMPTY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ping does not exist in 2026-07-28");
    }

    @Test
    void a_result_that_does_not_fit_is_the_servers_fault() {
        assertThatThrownBy(() -> wire.decodeResult(Methods.LIST_TOOLS, Json.parse("{\"tools\":[{\"name\":1}]}")))
                .isInstanceOf(ResultException.class)
                .hasMessage("result.tools[0].name: expected string, got number 1");
        assertThat(((ListToolsResult)
                                wire.decodeResult(Methods.LIST_TOOLS, Json.parse("{\"tools\":[],\"nextCursor\":null}")))
                        .nextCursor())
                .isNull();
        assertThat(((ListToolsResult)
                                wire.decodeResult(Methods.LIST_TOOLS, Json.parse("{\"tools\":[],\"nextCursor\":\"\"}")))
                        .nextCursor())
                .isEmpty();
    }

    @Test
    void the_servers_name_is_not_written_over() {
        Json other = Json.parse("{\"name\":\"behind\",\"version\":\"3\"}");
        Result result = CallToolResult.text("hi").withMeta(Meta.of(MetaKey.SERVER_INFO, other));
        assertThat(wire.decodeServerInfo(decoded(Methods.CALL_TOOL, result).meta()))
                .isEqualTo(Implementation.of("behind", "3"));
    }

    private Result decoded(Method<?, ?> method, Result result) {
        return wire.decodeResult(method, wire.encodeResult(method, result));
    }

    private <R extends dev.tenon.model.InputResponse> R answer(Method<?, R> method, String json) {
        return wire.decodeInputResponse(method, "k", Json.parse(json));
    }
}
