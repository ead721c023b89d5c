package dev.tenon.guard.policy.schema;

import static dev.tenon.guard.policy.TestMessages.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyModeAssertions;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.TestMessages;
import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;

class SchemaPolicyTest {

    private static final Json ADD = Json.parse("""
            {"name":"add","inputSchema":{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},
            "outputSchema":{"type":"object","required":["sum"],"properties":{"sum":{"type":"integer"}}}}""");

    private final GuardPolicy policy = new SchemaPolicy(10);

    @Test
    void invalid_arguments_are_answered_with_advice_for_the_model() {
        PolicyRejection rejection =
                PolicyModeAssertions.assertRejected(policy, add("{\"a\":1}"), add("{\"a\":\"ten\"}"), "schemas.input");

        assertThat(rejection)
                .isEqualTo(
                        new PolicyRejection.ToolError(
                                "Argument \"a\" must be an integer, but \"ten\" was given. Give a whole number without quotes."));
    }

    @Test
    void missing_arguments_count_as_an_empty_object() {
        PolicyMessage withoutArguments =
                TestMessages.request("tools/call", "{\"name\":\"add\"}").withTarget("add", ADD);

        PolicyModeAssertions.assertRejected(policy, add("{\"a\":1}"), withoutArguments, "schemas.input");
    }

    @Test
    void a_result_that_violates_the_schema_of_the_tool_is_an_internal_error() {
        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy,
                result("{\"content\":[],\"structuredContent\":{\"sum\":3}}"),
                result("{\"content\":[],\"structuredContent\":{\"sum\":\"3\"}}"),
                "schemas.output");
        assertThat(rejection).isInstanceOfSatisfying(PolicyRejection.ProtocolError.class, error -> assertThat(
                        error.error().code())
                .isEqualTo(-32603));
        PolicyModeAssertions.assertRejected(
                policy,
                result("{\"content\":[],\"structuredContent\":{\"sum\":3},\"resultType\":\"complete\"}"),
                result("{\"content\":[]}"),
                "schemas.output");
    }

    @Test
    void errors_and_input_requests_need_no_structured_content() {
        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE, policy, result("{\"content\":[],\"isError\":true}"))
                        .isAllowed())
                .isTrue();
        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE,
                                policy,
                                result("{\"resultType\":\"input_required\",\"requestState\":\"s\"}"))
                        .isAllowed())
                .isTrue();
    }

    @Test
    void a_changed_schema_is_applied() {
        Json other = Json.parse("{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"b\"]}}");

        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, add("{\"a\":1}"))
                        .isAllowed())
                .isTrue();
        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE,
                                policy,
                                call("add", "{\"a\":1}").withTarget("add", other))
                        .isAllowed())
                .isFalse();
        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE,
                                policy,
                                call("add", "{\"b\":1}").withTarget("add", other))
                        .isAllowed())
                .isTrue();
    }

    @Test
    void an_invalid_schema_is_reported_and_not_checked() {
        Json broken = Json.parse("{\"name\":\"add\",\"inputSchema\":{\"type\":\"object\",\"minProperties\":\"one\"}}");

        PolicyOutcome outcome = PolicyModeAssertions.evaluateIn(
                EnforcementMode.ENFORCE, policy, call("add", "{}").withTarget("add", broken));

        assertThat(outcome.isAllowed()).isTrue();
        assertThat(outcome.reports()).extracting(r -> r.finding().rule()).containsExactly("schemas.unusable");
    }

    @Test
    void a_tool_that_its_server_does_not_list_is_rejected_as_unknown() {
        GuardPolicy known = new KnownToolPolicy();

        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                known, add("{\"a\":1}"), call("what", "{\"a\":1}"), "schemas.unknown");

        assertThat(rejection).isEqualTo(PolicyRejection.protocolError(-32602, "Unknown tool: \"what\""));
        PolicyMessage result = call("what", "{}").toResult(Json.parse("{\"content\":[]}"));
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, known, result)
                        .isAllowed())
                .isTrue();
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("what", "{}"))
                        .isAllowed())
                .isTrue();
    }

    private static PolicyMessage add(String arguments) {
        return call("add", arguments).withTarget("add", ADD);
    }

    private static PolicyMessage result(String result) {
        return add("{\"a\":1}").toResult(Json.parse(result));
    }
}
