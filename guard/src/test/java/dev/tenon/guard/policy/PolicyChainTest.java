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
    private static final GuardPolicy REJECTING = policy(
            "no",
            p -> PolicyDecision.reject(
                    Finding.of("no.never", "Not this one."), PolicyRejection.protocolError(-32602, "Not allowed")));
    private static final GuardPolicy REWRITING = policy(
            "mend",
            p -> PolicyDecision.rewriteOrAllow(List.of(new Finding("mend.it", "name", "Was mended.")), Json.of("x")));

    @Test
    void a_message_without_objections_passes_unchanged() {
        PolicyOutcome outcome = policies(EnforcementMode.ENFORCE, policy("quiet", p -> PolicyDecision.ALLOW))
                .evaluate(CALL);

        assertThat(outcome.isAllowed()).isTrue();
        assertThat(outcome.message()).isSameAs(CALL);
        assertThat(outcome.reports()).isEmpty();
    }

    @Test
    void a_rejection_applies_in_enforce_is_reported_in_warn_and_skipped_in_off() {
        PolicyOutcome enforced = policies(EnforcementMode.ENFORCE, REJECTING).evaluate(CALL);
        PolicyOutcome warned = policies(EnforcementMode.WARN, REJECTING).evaluate(CALL);
        PolicyOutcome off = policies(EnforcementMode.OFF, REJECTING).evaluate(CALL);

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
    void the_next_policy_sees_a_change_and_warn_makes_none() {
        List<Json> seen = new ArrayList<>();
        GuardPolicy recording = policy("watch", p -> {
            seen.add(p.body());
            return PolicyDecision.ALLOW;
        });

        assertThat(policies(EnforcementMode.ENFORCE, REWRITING, recording)
                        .evaluate(CALL)
                        .message()
                        .body())
                .isEqualTo(Json.of("x"));
        assertThat(policies(EnforcementMode.WARN, REWRITING, recording)
                        .evaluate(CALL)
                        .message())
                .isSameAs(CALL);
        assertThat(seen).containsExactly(Json.of("x"), CALL.body());
    }

    @Test
    void every_finding_is_reported_with_the_name_of_its_rule() {
        List<String> found = new ArrayList<>();
        PolicyChain policies = new PolicyChain(
                List.of(
                        new PolicyChain.PolicyEntry(REWRITING, EnforcementMode.WARN),
                        new PolicyChain.PolicyEntry(REJECTING, EnforcementMode.ENFORCE)),
                (message, report) -> found.add(message.targetName() + " " + report.policy() + " " + report.finding()));

        policies.evaluate(CALL);

        assertThat(found).containsExactly("read mend mend.it at name: Was mended.", "read no no.never: Not this one.");
    }

    @Test
    void a_policy_that_throws_rejects_and_reveals_nothing_to_the_sender() {
        PolicyOutcome outcome = policies(EnforcementMode.ENFORCE, policy("broken", p -> {
                    throw new IllegalStateException("secret of the inside");
                }))
                .evaluate(CALL);

        assertThat(outcome.rejection()).isInstanceOfSatisfying(PolicyRejection.ProtocolError.class, rejection -> {
            assertThat(rejection.error().code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(rejection.error().message()).doesNotContain("secret").contains("incident");
        });
    }

    @Test
    void a_recoverable_error_of_a_policy_rejects_too() {
        for (Error error : List.of(new AssertionError("test"), new NoClassDefFoundError("test"))) {
            GuardPolicy broken = policy("broken", p -> {
                throw error;
            });
            assertThat(policies(EnforcementMode.ENFORCE, broken).evaluate(CALL).isAllowed())
                    .isFalse();
        }
    }

    @Test
    void a_busy_error_contains_the_whole_seconds_to_wait() {
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
            public PolicyDecision evaluate(PolicyMessage message) {
                return rule.apply(message);
            }
        };
    }
}
