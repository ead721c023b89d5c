package dev.tenon.guard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Asks a policy in each of its modes. */
public final class PolicyModeAssertions {
    private PolicyModeAssertions() {}

    /** One message passes in all modes without a word, the other is only refused where the policy is enforced. */
    public static PolicyRejection refuses(GuardPolicy policy, PolicyMessage good, PolicyMessage bad, String... rules) {
        for (EnforcementMode mode : EnforcementMode.values()) {
            PolicyOutcome verdict = in(mode, policy, good);
            assertThat(verdict.isAllowed())
                    .as("%s passes in mode %s: %s", good.body(), mode, verdict)
                    .isTrue();
            assertThat(verdict.reports()).isEmpty();
            assertThat(verdict.message().body().toString())
                    .isEqualTo(good.body().toString());
        }
        assertThat(in(EnforcementMode.OFF, policy, bad).reports()).isEmpty();
        PolicyOutcome warned = in(EnforcementMode.WARN, policy, bad);
        assertThat(warned.isAllowed()).isTrue();
        assertThat(rules(warned)).containsExactly(rules);
        PolicyOutcome enforced = in(EnforcementMode.ENFORCE, policy, bad);
        assertThat(enforced.isAllowed())
                .as("%s is refused: %s", bad.body(), enforced)
                .isFalse();
        assertThat(rules(enforced)).containsExactly(rules);
        return enforced.rejection();
    }

    /** The message is changed to this where the policy is enforced, reported in warn, and left alone when it is off. */
    public static void changes(GuardPolicy policy, PolicyMessage bad, String changed, String... rules) {
        assertThat(in(EnforcementMode.OFF, policy, bad).reports()).isEmpty();
        PolicyOutcome warned = in(EnforcementMode.WARN, policy, bad);
        assertThat(warned.message()).isSameAs(bad);
        assertThat(rules(warned)).containsExactly(rules);
        PolicyOutcome enforced = in(EnforcementMode.ENFORCE, policy, bad);
        assertThat(enforced.isAllowed()).isTrue();
        assertThat(enforced.message().body().toString()).isEqualTo(changed);
        assertThat(rules(enforced)).containsExactly(rules);
    }

    /** What the policy says in a mode. */
    public static PolicyOutcome in(EnforcementMode mode, GuardPolicy policy, PolicyMessage passage) {
        return new PolicyChain(List.of(new PolicyChain.PolicyEntry(policy, mode)), FindingListener.NONE)
                .evaluate(passage);
    }

    private static List<String> rules(PolicyOutcome verdict) {
        return verdict.reports().stream().map(report -> report.finding().rule()).toList();
    }
}
