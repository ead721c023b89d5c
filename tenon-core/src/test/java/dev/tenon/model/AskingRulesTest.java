package dev.tenon.model;

import static dev.tenon.model.ModelRulesTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be asked of a client, and answered. */
class AskingRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"string\",\"format\":\"email\"}",
                "{\"type\":\"string\",\"format\":\"date-time\"}",
                "{\"type\":\"string\",\"enum\":[\"a\"],\"enumNames\":[\"A\"]}",
                "{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\",\"title\":\"A\"}]}",
                "{\"type\":\"number\",\"minimum\":0.5}",
                "{\"type\":\"integer\"}",
                "{\"type\":\"boolean\",\"default\":true}",
                "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"a\"]}}",
                "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"A\"}]}}"
            })
    @Covers({"core/elicitation/requested-schema", "core/elicitation/schema-types"})
    void a_form_asks_for_plain_values(String property) {
        assertThat(Elicit.form("m", form(property)).requestedSchema()).isEqualTo(form(property));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":{}}",
                "{\"type\":\"null\"}",
                "{}",
                "true",
                "{\"type\":[\"string\",\"null\"]}",
                "{\"type\":\"string\",\"format\":\"uuid\"}",
                "{\"type\":\"string\",\"enum\":[1]}",
                "{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\"}]}",
                "{\"type\":\"array\"}",
                "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
                "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}"
            })
    @Covers({"core/elicitation/requested-schema", "core/elicitation/schema-types"})
    void a_form_asks_for_nothing_nested(String property) {
        refused(() -> Elicit.form("m", form(property)), "requestedSchema.properties[\"p\"]: ");
    }

    @Test
    @Covers({"core/elicitation/requested-schema", "core/elicitation/message-required"})
    void a_form_is_an_object_with_a_message() {
        for (String schema :
                new String[] {"{}", "[]", "{\"type\":\"object\"}", "{\"type\":\"array\",\"properties\":{}}"}) {
            refused(() -> Elicit.form("m", Json.parse(schema)), "requestedSchema must be an object");
        }
        refused(
                () -> Elicit.form("m", Json.parse("{\"type\":\"object\",\"properties\":{},\"required\":\"a\"}")),
                "requestedSchema.required must be an array of strings");
        refused(() -> Elicit.form("", form("{\"type\":\"boolean\"}")), "message must not be blank");
        refused(() -> Elicit.url(" ", "https://example.com"), "message must not be blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "example.com", "https://a b"})
    @Covers("core/elicitation/url-valid")
    void a_user_is_sent_to_a_url(String url) {
        refused(() -> Elicit.url("m", url), "url must be");
    }

    @Test
    @Covers({"core/elicitation/content-types", "core/elicitation/response-actions"})
    void an_answer_is_plain_values_of_an_accepted_form() {
        Json answer = Json.parse("{\"a\":\"x\",\"b\":1.5,\"c\":true,\"d\":[\"x\"]}");
        assertThat(ElicitResult.accept(answer).content()).isEqualTo(answer);
        for (String wrong : new String[] {"{\"a\":null}", "{\"a\":{}}", "{\"a\":[1]}"}) {
            refused(() -> ElicitResult.accept(Json.parse(wrong)), "content[\"a\"] must be");
        }
        refused(() -> new ElicitResult(ElicitAction.DECLINE, answer, Meta.EMPTY), "action accept only");
    }

    @Test
    @Covers("core/sampling/tool-results-only")
    void results_of_tools_stand_alone_and_come_from_the_user() {
        ToolResultContent result = ToolResultContent.of("1", Content.text("a"));
        refused(() -> SamplingMessage.user(result, Content.text("b")), "hold nothing else");
        refused(() -> SamplingMessage.assistant(result), "from the user");
        refused(() -> SamplingMessage.user(new ToolUse("1", "a", Json.EMPTY_OBJECT, Meta.EMPTY)), "from the assistant");
    }

    @Test
    @Covers({"core/sampling/tool-balance", "core/sampling/tool-result-id-match"})
    void every_use_of_a_tool_is_answered_at_once() {
        SamplingMessage uses = SamplingMessage.assistant(
                ToolUse.of("1", "a", Json.EMPTY_OBJECT), ToolUse.of("2", "a", Json.EMPTY_OBJECT));
        ToolResultContent one = ToolResultContent.of("1");
        ToolResultContent two = ToolResultContent.of("2");
        assertThat(CreateMessage.of(9, uses, SamplingMessage.user(two, one)).messages())
                .hasSize(2);
        refused(() -> CreateMessage.of(9, uses, SamplingMessage.user(one)), "one tool_result for each tool_use");
        refused(() -> CreateMessage.of(9, uses, SamplingMessage.user("and?")), "one tool_result for each tool_use");
        refused(() -> CreateMessage.of(9, uses), "one tool_result for each tool_use");
        refused(() -> CreateMessage.of(9, SamplingMessage.user(one)), "follow the message with its tool_use");
    }

    @Test
    @Covers("core/sampling/max-tokens-required")
    void an_answer_has_a_length() {
        refused(() -> CreateMessage.of(0, SamplingMessage.user("a")), "maxTokens must be 1 or more");
    }

    private static Json form(String property) {
        return Json.parse("{\"type\":\"object\",\"properties\":{\"p\":" + property + "}}");
    }
}
