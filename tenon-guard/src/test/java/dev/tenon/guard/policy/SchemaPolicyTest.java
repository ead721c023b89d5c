package dev.tenon.guard.policy;

import static dev.tenon.guard.policy.Passages.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;

class SchemaPolicyTest {

    private static final Json ADD = Json.parse("""
            {"name":"add","inputSchema":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},
            "outputSchema":{"type":"object","required":["sum"],"properties":{"sum":{"type":"integer"}}}}""");

    private final Policy policy = new SchemaPolicy(10);

    @Test
    void wrong_arguments_are_answered_with_words_for_the_model() {
        Refusal refusal = Modes.refuses(policy, add("{\"a\":1}"), add("{\"a\":\"ten\"}"), "schemas.input");

        assertThat(refusal)
                .isEqualTo(
                        new Refusal.ToolError(
                                "Argument \"a\" must be an integer, but \"ten\" was given. Give a whole number without quotes."));
    }

    @Test
    void absent_arguments_count_as_none() {
        Passage none = Passages.request("tools/call", "{\"name\":\"add\"}").about("add", ADD);

        Modes.refuses(policy, add("{\"a\":1}"), none, "schemas.input");
    }

    @Test
    void a_result_that_breaks_the_tools_own_schema_is_a_defect() {
        Refusal refusal = Modes.refuses(
                policy,
                result("{\"content\":[],\"structuredContent\":{\"sum\":3}}"),
                result("{\"content\":[],\"structuredContent\":{\"sum\":\"3\"}}"),
                "schemas.output");
        assertThat(refusal).isInstanceOfSatisfying(Refusal.Error.class, error -> assertThat(
                        error.error().code())
                .isEqualTo(-32603));
        Modes.refuses(
                policy,
                result("{\"content\":[],\"structuredContent\":{\"sum\":3},\"resultType\":\"complete\"}"),
                result("{\"content\":[]}"),
                "schemas.output");
    }

    @Test
    void an_error_and_a_question_need_no_structured_content() {
        assertThat(Modes.in(Mode.ENFORCE, policy, result("{\"content\":[],\"isError\":true}"))
                        .passes())
                .isTrue();
        assertThat(Modes.in(Mode.ENFORCE, policy, result("{\"resultType\":\"input_required\",\"requestState\":\"s\"}"))
                        .passes())
                .isTrue();
    }

    @Test
    void a_schema_that_changes_is_followed() {
        Json other = Json.parse("{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"b\"]}}");

        assertThat(Modes.in(Mode.ENFORCE, policy, add("{\"a\":1}")).passes()).isTrue();
        assertThat(Modes.in(Mode.ENFORCE, policy, call("add", "{\"a\":1}").about("add", other))
                        .passes())
                .isFalse();
        assertThat(Modes.in(Mode.ENFORCE, policy, call("add", "{\"b\":1}").about("add", other))
                        .passes())
                .isTrue();
    }

    @Test
    void a_schema_that_cannot_be_used_is_noted_and_not_checked() {
        Json broken = Json.parse("{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\",\"minProperties\":\"one\"}}");

        Verdict verdict = Modes.in(Mode.ENFORCE, policy, call("add", "{}").about("add", broken));

        assertThat(verdict.passes()).isTrue();
        assertThat(verdict.reports()).extracting(r -> r.finding().rule()).containsExactly("schemas.unusable");
    }

    @Test
    void a_tool_that_its_server_does_not_list_is_unknown() {
        Policy names = new KnownToolPolicy();

        Refusal refusal = Modes.refuses(names, add("{\"a\":1}"), call("what", "{\"a\":1}"), "schemas.unknown");

        assertThat(refusal).isEqualTo(Refusal.error(-32602, "Unknown tool: \"what\""));
        Passage result = call("what", "{}").result(Json.parse("{\"content\":[]}"));
        assertThat(Modes.in(Mode.ENFORCE, names, result).passes()).isTrue();
        assertThat(Modes.in(Mode.ENFORCE, policy, call("what", "{}")).passes()).isTrue();
    }

    private static Passage add(String arguments) {
        return call("add", arguments).about("add", ADD);
    }

    private static Passage result(String result) {
        return add("{\"a\":1}").result(Json.parse(result));
    }
}
