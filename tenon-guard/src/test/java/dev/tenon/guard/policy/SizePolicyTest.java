package dev.tenon.guard.policy;

import static dev.tenon.guard.policy.Passages.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizePolicyTest {

    private final Policy policy =
            new SizePolicy(List.of(new Sizes(new Glob("big*"), 1000, 1000), new Sizes(Glob.ANY, 20, 40)));

    @Test
    void arguments_that_are_too_large_are_refused() {
        Refusal refusal = Modes.refuses(
                policy,
                call("t", "{\"a\":\"short\"}"),
                call("t", "{\"a\":\"far too long for this\"}"),
                "sizes.arguments");

        assertThat(refusal.toString()).contains("at most 20 are taken");
        assertThat(Modes.in(Mode.ENFORCE, policy, call("bigger", "{\"a\":\"far too long for this\"}"))
                        .passes())
                .isTrue();
    }

    @Test
    void a_result_that_is_too_large_is_kept_back_and_the_model_is_told() {
        Passage call = call("t", "{}");
        Refusal refusal = Modes.refuses(
                policy,
                call.result(Json.parse("{\"content\":[]}")),
                call.result(Json.parse("{\"content\":[{\"type\":\"text\",\"text\":\"" + "x".repeat(50) + "\"}]}")),
                "sizes.result");

        assertThat(refusal).isInstanceOfSatisfying(Refusal.ToolError.class, error -> assertThat(error.text())
                .contains("Ask for less"));
    }
}
