package dev.tenon.guard.policy.limit;

import static dev.tenon.guard.policy.TestMessages.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyModeAssertions;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeLimitPolicyTest {

    private final GuardPolicy policy =
            new SizeLimitPolicy(List.of(new SizeLimit(new Glob("big*"), 1000, 1000), new SizeLimit(Glob.ANY, 20, 40)));

    @Test
    void arguments_that_are_too_large_are_rejected() {
        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy,
                call("t", "{\"a\":\"short\"}"),
                call("t", "{\"a\":\"far too long for this\"}"),
                "sizes.arguments");

        assertThat(rejection.toString()).contains("at most 20 are taken");
        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE, policy, call("bigger", "{\"a\":\"far too long for this\"}"))
                        .isAllowed())
                .isTrue();
    }

    @Test
    void a_result_that_is_too_large_is_replaced_by_advice_for_the_model() {
        PolicyMessage call = call("t", "{}");
        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy,
                call.toResult(Json.parse("{\"content\":[]}")),
                call.toResult(Json.parse("{\"content\":[{\"type\":\"text\",\"text\":\"" + "x".repeat(50) + "\"}]}")),
                "sizes.result");

        assertThat(rejection).isInstanceOfSatisfying(PolicyRejection.ToolError.class, error -> assertThat(error.text())
                .contains("Ask for less"));
    }
}
