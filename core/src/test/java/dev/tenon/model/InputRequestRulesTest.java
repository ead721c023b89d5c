package dev.tenon.model;

import static dev.tenon.model.ModelRulesTest.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of input requests and their responses. */
class InputRequestRulesTest {
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
    void a_form_has_simple_properties(String property) {
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
    void a_form_has_no_nested_properties(String property) {
        assertRejected(() -> Elicit.form("m", form(property)), "requestedSchema.properties[\"p\"]: ");
    }

    @Test
    @Covers({"core/elicitation/requested-schema", "core/elicitation/message-required"})
    void a_form_is_an_object_with_a_message() {
        for (String schema :
                new String[] {"{}", "[]", "{\"type\":\"object\"}", "{\"type\":\"array\",\"properties\":{}}"}) {
            assertRejected(() -> Elicit.form("m", Json.parse(schema)), "requestedSchema must be an object");
        }
        assertRejected(
                () -> Elicit.form("m", Json.parse("{\"type\":\"object\",\"properties\":{},\"required\":\"a\"}")),
                "requestedSchema.required must be an array of strings");
        assertRejected(() -> Elicit.form("", form("{\"type\":\"boolean\"}")), "message must not be blank");
        assertRejected(() -> Elicit.url(" ", "https://example.com"), "message must not be blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "example.com", "https://a b"})
    @Covers("core/elicitation/url-valid")
    void an_elicitation_requires_an_absolute_url(String url) {
        assertRejected(() -> Elicit.url("m", url), "url must be");
    }

    @Test
    @Covers({"core/elicitation/content-types", "core/elicitation/response-actions"})
    void a_response_has_simple_values_of_an_accepted_form() {
        Json content = Json.parse("{\"a\":\"x\",\"b\":1.5,\"c\":true,\"d\":[\"x\"]}");
        assertThat(ElicitResult.accept(content).content()).isEqualTo(content);
        for (String wrong : new String[] {"{\"a\":null}", "{\"a\":{}}", "{\"a\":[1]}"}) {
            assertRejected(() -> ElicitResult.accept(Json.parse(wrong)), "content[\"a\"] must be");
        }
        assertRejected(() -> new ElicitResult(ElicitAction.DECLINE, content, Meta.EMPTY), "action accept only");
    }

    @Test
    @Covers("core/sampling/tool-results-only")
    void tool_results_are_separate_messages_of_the_user() {
        ToolResultContent result = ToolResultContent.of("1", Content.text("a"));
        assertRejected(() -> SamplingMessage.user(result, Content.text("b")), "hold nothing else");
        assertRejected(() -> SamplingMessage.assistant(result), "from the user");
        assertRejected(
                () -> SamplingMessage.user(new ToolUse("1", "a", Json.EMPTY_OBJECT, Meta.EMPTY)), "from the assistant");
    }

    @Test
    @Covers({"core/sampling/tool-balance", "core/sampling/tool-result-id-match"})
    void every_tool_use_is_followed_by_its_result() {
        SamplingMessage uses = SamplingMessage.assistant(
                ToolUse.of("1", "a", Json.EMPTY_OBJECT), ToolUse.of("2", "a", Json.EMPTY_OBJECT));
        ToolResultContent one = ToolResultContent.of("1");
        ToolResultContent two = ToolResultContent.of("2");
        assertThat(CreateMessage.of(9, uses, SamplingMessage.user(two, one)).messages())
                .hasSize(2);
        assertRejected(() -> CreateMessage.of(9, uses, SamplingMessage.user(one)), "one tool_result for each tool_use");
        assertRejected(
                () -> CreateMessage.of(9, uses, SamplingMessage.user("and?")), "one tool_result for each tool_use");
        assertRejected(() -> CreateMessage.of(9, uses), "one tool_result for each tool_use");
        assertRejected(() -> CreateMessage.of(9, SamplingMessage.user(one)), "follow the message with its tool_use");
    }

    @Test
    @Covers("core/sampling/max-tokens-required")
    void a_sampling_request_has_a_token_limit() {
        assertRejected(() -> CreateMessage.of(0, SamplingMessage.user("a")), "maxTokens must be 1 or more");
    }

    private static Json form(String property) {
        return Json.parse("{\"type\":\"object\",\"properties\":{\"p\":" + property + "}}");
    }
}
