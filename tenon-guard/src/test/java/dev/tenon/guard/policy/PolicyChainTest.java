package dev.tenon.guard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PolicyChainTest {

    private static final PolicyMessage CALL = PolicyMessage.request(
                    "files", "tools/call", Json.parse("{\"name\":\"read\"}"))
            .withTarget("read", null);
    private static final GuardPolicy REFUSING = policy(
            "no",
            p -> PolicyDecision.reject(
                    Finding.of("no.never", "Not this one."), PolicyRejection.protocolError(-32602, "Not allowed")));
    private static final GuardPolicy CHANGING = policy(
            "mend",
            p -> PolicyDecision.rewriteOrAllow(List.of(new Finding("mend.it", "name", "Was mended.")), Json.of("x")));

    @Test
    void what_nobody_objects_to_passes_as_it_is() {
        PolicyOutcome verdict = policies(EnforcementMode.ENFORCE, policy("quiet", p -> PolicyDecision.ALLOW))
                .evaluate(CALL);

        assertThat(verdict.isAllowed()).isTrue();
        assertThat(verdict.message()).isSameAs(CALL);
        assertThat(verdict.reports()).isEmpty();
    }

    @Test
    void a_refusal_counts_when_enforced_is_noted_in_warn_and_not_asked_for_when_off() {
        PolicyOutcome enforced = policies(EnforcementMode.ENFORCE, REFUSING).evaluate(CALL);
        PolicyOutcome warned = policies(EnforcementMode.WARN, REFUSING).evaluate(CALL);
        PolicyOutcome off = policies(EnforcementMode.OFF, REFUSING).evaluate(CALL);

        assertThat(enforced.rejection()).isEqualTo(PolicyRejection.protocolError(-32602, "Not allowed"));
        assertThat(enforced.reports())
                .extracting(FindingReport::action)
                .containsExactly(FindingReport.PolicyAction.REFUSED);
        assertThat(warned.isAllowed()).isTrue();
        assertThat(warned.reports())
                .extracting(FindingReport::action)
                .containsExactly(FindingReport.PolicyAction.NOTED);
        assertThat(off.isAllowed()).isTrue();
        assertThat(off.reports()).isEmpty();
    }

    @Test
    void a_change_is_what_the_next_policy_sees_and_in_warn_it_is_not_made() {
        List<Json> seen = new ArrayList<>();
        GuardPolicy watching = policy("watch", p -> {
            seen.add(p.body());
            return PolicyDecision.ALLOW;
        });

        assertThat(policies(EnforcementMode.ENFORCE, CHANGING, watching)
                        .evaluate(CALL)
                        .message()
                        .body())
                .isEqualTo(Json.of("x"));
        assertThat(policies(EnforcementMode.WARN, CHANGING, watching)
                        .evaluate(CALL)
                        .message())
                .isSameAs(CALL);
        assertThat(seen).containsExactly(Json.of("x"), CALL.body());
    }

    @Test
    void everything_found_is_told_with_the_rules_name() {
        List<String> heard = new ArrayList<>();
        PolicyChain policies = new PolicyChain(
                List.of(
                        new PolicyChain.PolicyEntry(CHANGING, EnforcementMode.WARN),
                        new PolicyChain.PolicyEntry(REFUSING, EnforcementMode.ENFORCE)),
                (passage, report) -> heard.add(passage.targetName() + " " + report.policy() + " " + report.finding()));

        policies.evaluate(CALL);

        assertThat(heard).containsExactly("read mend mend.it at name: Was mended.", "read no no.never: Not this one.");
    }

    @Test
    void a_policy_that_fails_lets_nothing_pass_and_tells_the_sender_nothing() {
        PolicyOutcome verdict = policies(EnforcementMode.ENFORCE, policy("broken", p -> {
                    throw new IllegalStateException("secret of the inside");
                }))
                .evaluate(CALL);

        assertThat(verdict.rejection()).isInstanceOfSatisfying(PolicyRejection.ProtocolError.class, refusal -> {
            assertThat(refusal.error().code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(refusal.error().message()).doesNotContain("secret").contains("incident");
        });
    }

    @Test
    void an_error_of_a_policy_that_ends_no_jvm_lets_nothing_pass_either() {
        for (Error error : List.of(new AssertionError("test"), new NoClassDefFoundError("test"))) {
            GuardPolicy broken = policy("broken", p -> {
                throw error;
            });
            assertThat(policies(EnforcementMode.ENFORCE, broken).evaluate(CALL).isAllowed())
                    .isFalse();
        }
    }

    @Test
    void who_has_to_wait_hears_how_many_whole_seconds() {
        PolicyRejection.BusyError busy = new PolicyRejection.BusyError("Too many calls", Duration.ofMillis(1001));

        assertThat(busy.retryAfterSeconds()).isEqualTo(2);
        assertThat(busy.toRpcError().code()).isEqualTo(429);
        assertThat(busy.toRpcError().data()).isEqualTo(Json.parse("{\"retryAfter\":2}"));
    }

    private static PolicyChain policies(EnforcementMode mode, GuardPolicy... policies) {
        return new PolicyChain(
                List.of(policies).stream()
                        .map(p -> new PolicyChain.PolicyEntry(p, mode))
                        .toList(),
                FindingListener.NONE);
    }

    private static GuardPolicy policy(String name, Function<PolicyMessage, PolicyDecision> rule) {
        return new GuardPolicy() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public PolicyDecision evaluate(PolicyMessage passage) {
                return rule.apply(passage);
            }
        };
    }
}
