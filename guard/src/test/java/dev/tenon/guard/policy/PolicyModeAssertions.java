package dev.tenon.guard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Evaluates a policy in each of its modes. */
public final class PolicyModeAssertions {
    private PolicyModeAssertions() {}

    /**
     * Asserts that the good message passes in all modes without findings, and the bad one is rejected only in mode
     * enforce.
     */
    public static PolicyRejection assertRejected(
            GuardPolicy policy, PolicyMessage good, PolicyMessage bad, String... rules) {
        for (EnforcementMode mode : EnforcementMode.values()) {
            PolicyOutcome outcome = evaluateIn(mode, policy, good);
            assertThat(outcome.isAllowed())
                    .as("%s passes in mode %s: %s", good.body(), mode, outcome)
                    .isTrue();
            assertThat(outcome.reports()).isEmpty();
            assertThat(outcome.message().body().toString())
                    .isEqualTo(good.body().toString());
        }
        assertThat(evaluateIn(EnforcementMode.OFF, policy, bad).reports()).isEmpty();
        PolicyOutcome warned = evaluateIn(EnforcementMode.WARN, policy, bad);
        assertThat(warned.isAllowed()).isTrue();
        assertThat(rules(warned)).containsExactly(rules);
        PolicyOutcome enforced = evaluateIn(EnforcementMode.ENFORCE, policy, bad);
        assertThat(enforced.isAllowed())
                .as("%s is refused: %s", bad.body(), enforced)
                .isFalse();
        assertThat(rules(enforced)).containsExactly(rules);
        return enforced.rejection();
    }

    /** Asserts that the message is changed in mode enforce, reported in warn, and ignored in off. */
    public static void assertRewritten(GuardPolicy policy, PolicyMessage bad, String changed, String... rules) {
        assertThat(evaluateIn(EnforcementMode.OFF, policy, bad).reports()).isEmpty();
        PolicyOutcome warned = evaluateIn(EnforcementMode.WARN, policy, bad);
        assertThat(warned.message()).isSameAs(bad);
        assertThat(rules(warned)).containsExactly(rules);
        PolicyOutcome enforced = evaluateIn(EnforcementMode.ENFORCE, policy, bad);
        assertThat(enforced.isAllowed()).isTrue();
        assertThat(enforced.message().body().toString()).isEqualTo(changed);
        assertThat(rules(enforced)).containsExactly(rules);
    }

    /** Evaluates the policy in this mode. */
    public static PolicyOutcome evaluateIn(EnforcementMode mode, GuardPolicy policy, PolicyMessage message) {
        return new PolicyChain(List.of(new PolicyChain.PolicyEntry(policy, mode)), FindingListener.NONE)
                .evaluate(message);
    }

    private static List<String> rules(PolicyOutcome outcome) {
        return outcome.reports().stream().map(report -> report.finding().rule()).toList();
    }
}
