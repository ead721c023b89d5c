package dev.tenon.guard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Asks a policy in each of its modes. */
public final class Modes {
    private Modes() {}

    /** One message passes in all modes without a word, the other is only refused where the policy is enforced. */
    public static Refusal refuses(Policy policy, Passage good, Passage bad, String... rules) {
        for (Mode mode : Mode.values()) {
            Verdict verdict = in(mode, policy, good);
            assertThat(verdict.passes())
                    .as("%s passes in mode %s: %s", good.body(), mode, verdict)
                    .isTrue();
            assertThat(verdict.reports()).isEmpty();
            assertThat(verdict.passage().body().toString())
                    .isEqualTo(good.body().toString());
        }
        assertThat(in(Mode.OFF, policy, bad).reports()).isEmpty();
        Verdict warned = in(Mode.WARN, policy, bad);
        assertThat(warned.passes()).isTrue();
        assertThat(rules(warned)).containsExactly(rules);
        Verdict enforced = in(Mode.ENFORCE, policy, bad);
        assertThat(enforced.passes())
                .as("%s is refused: %s", bad.body(), enforced)
                .isFalse();
        assertThat(rules(enforced)).containsExactly(rules);
        return enforced.refusal();
    }

    /** The message is changed to this where the policy is enforced, reported in warn, and left alone when it is off. */
    public static void changes(Policy policy, Passage bad, String changed, String... rules) {
        assertThat(in(Mode.OFF, policy, bad).reports()).isEmpty();
        Verdict warned = in(Mode.WARN, policy, bad);
        assertThat(warned.passage()).isSameAs(bad);
        assertThat(rules(warned)).containsExactly(rules);
        Verdict enforced = in(Mode.ENFORCE, policy, bad);
        assertThat(enforced.passes()).isTrue();
        assertThat(enforced.passage().body().toString()).isEqualTo(changed);
        assertThat(rules(enforced)).containsExactly(rules);
    }

    /** What the policy says in a mode. */
    public static Verdict in(Mode mode, Policy policy, Passage passage) {
        return new Policies(List.of(new Policies.Post(policy, mode)), Findings.NONE).apply(passage);
    }

    private static List<String> rules(Verdict verdict) {
        return verdict.reports().stream().map(report -> report.finding().rule()).toList();
    }
}
