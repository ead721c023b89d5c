package dev.tenon.guard.policy.argument;

import static dev.tenon.guard.policy.TestMessages.call;
import static dev.tenon.guard.policy.TestMessages.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.CallerMatcher;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyModeAssertions;
import dev.tenon.guard.policy.PolicyRejection;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentPolicyTest {

    @Test
    void a_path_outside_its_root_is_rejected_with_advice_for_the_model() {
        GuardPolicy policy = policy("read*", "path", new PathRule(List.of(Path.of("/data"))));

        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy,
                call("read_file", "{\"path\":\"/data/a\"}"),
                call("read_file", "{\"path\":\"/data/../etc/passwd\"}"),
                "arguments.path");

        assertThat(rejection)
                .isEqualTo(new PolicyRejection.ToolError(
                        "Argument \"path\" must be a path below /data, but" + " \"/data/../etc/passwd\" was given."));
        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE, policy, call("write", "{\"path\":\"/etc\"}"))
                        .isAllowed())
                .as("the rule is for other tools")
                .isTrue();
    }

    @Test
    void a_url_must_have_an_allowed_host() {
        GuardPolicy policy = policy("*", "options.url", new UrlRule(List.of("example.com")));

        PolicyModeAssertions.assertRejected(
                policy,
                call("get", "{\"options\":{\"url\":\"https://example.com/\"}}"),
                call("get", "{\"options\":{\"url\":\"https://evil.test/\"}}"),
                "arguments.url");
    }

    @Test
    void patterns_and_ranges_are_rules() {
        PolicyModeAssertions.assertRejected(
                policy("*", "id", SchemaRule.ofPattern("^[a-z]{1,3}$")),
                call("t", "{\"id\":\"abc\"}"),
                call("t", "{\"id\":\"abcd\"}"),
                "arguments.value");
        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy("*", "count", SchemaRule.ofRange(BigDecimal.ONE, BigDecimal.TEN)),
                call("t", "{\"count\":10}"),
                call("t", "{\"count\":11}"),
                "arguments.value");
        assertThat(rejection).isInstanceOfSatisfying(PolicyRejection.ToolError.class, error -> assertThat(error.text())
                .startsWith("Argument \"count\" must be"));
    }

    @Test
    void a_pattern_with_exponential_backtracking_is_bounded() {
        GuardPolicy policy = policy("*", "id", SchemaRule.ofPattern("^(a|aa)+$"));

        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE, policy, call("t", "{\"id\":\"" + "a".repeat(50_000) + "b\"}"))
                        .isAllowed())
                .isFalse();
    }

    @Test
    void every_element_of_an_array_is_checked() {
        GuardPolicy policy = policy("*", "files[].path", new PathRule(List.of(Path.of("/data"))));

        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy,
                call("t", "{\"files\":[{\"path\":\"/data/a\"},{}]}"),
                call("t", "{\"files\":[{\"path\":\"/data/a\"},{\"path\":\"/b\"},{\"path\":\"/c\"}]}"),
                "arguments.path",
                "arguments.path");
        assertThat(rejection.toString()).contains("files[1].path").contains("files[2].path");
    }

    @Test
    void a_star_matches_every_string_at_any_depth() {
        GuardPolicy policy = policy("*", "*", SchemaRule.ofPattern("^[^;]*$"));

        PolicyModeAssertions.assertRejected(
                policy,
                call("t", "{\"a\":\"x\",\"b\":[{\"c\":\"y\"}],\"n\":1}"),
                call("t", "{\"a\":\"x\",\"b\":[{\"c\":\"y;z\"}]}"),
                "arguments.value");
    }

    /** Issue 20, section 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"path\":\"/etc/passwd\",\"\":{\"path\":\"/data/x\"}}",
                "{\"a\":{\"b\":\"/etc/passwd\"},\"a.b\":\"/data/x\"}",
                "{\"files\":[\"/etc/passwd\"],\"files[0]\":\"/data/x\"}",
            })
    void a_star_matches_every_string_even_if_two_paths_are_equal(String arguments) {
        GuardPolicy policy = policy("*", "*", new PathRule(List.of(Path.of("/data"))));

        PolicyModeAssertions.assertRejected(
                policy, call("t", arguments.replace("/etc/passwd", "/data/y")), call("t", arguments), "arguments.path");
    }

    @Test
    void a_rule_may_apply_to_some_callers_only() {
        CallerMatcher guests = new CallerMatcher(List.of(new Glob("guest*")), Set.of());
        GuardPolicy policy = new ArgumentPolicy(
                List.of(new ArgumentRule(Glob.ANY, "n", guests, SchemaRule.ofRange(null, BigDecimal.ONE))));

        PolicyModeAssertions.assertRejected(
                policy,
                call("t", "{\"n\":2}").withCaller(caller("ann")),
                call("t", "{\"n\":2}").withCaller(caller("guest7")),
                "arguments.value");
    }

    private static GuardPolicy policy(String tools, String argument, ValueRule rule) {
        return new ArgumentPolicy(List.of(new ArgumentRule(new Glob(tools), argument, CallerMatcher.ANY_CALLER, rule)));
    }
}
