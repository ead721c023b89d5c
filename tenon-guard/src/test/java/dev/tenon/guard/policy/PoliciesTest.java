package dev.tenon.guard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PoliciesTest {

    private static final Passage CALL = Passage.request("files", "tools/call", Json.parse("{\"name\":\"read\"}"))
            .about("read", null);
    private static final Policy REFUSING = policy(
            "no", p -> Ruling.refuse(Finding.of("no.never", "Not this one."), Refusal.error(-32602, "Not allowed")));
    private static final Policy CHANGING =
            policy("mend", p -> Ruling.change(List.of(new Finding("mend.it", "name", "Was mended.")), Json.of("x")));

    @Test
    void what_nobody_objects_to_passes_as_it_is() {
        Verdict verdict =
                policies(Mode.ENFORCE, policy("quiet", p -> Ruling.PASS)).apply(CALL);

        assertThat(verdict.passes()).isTrue();
        assertThat(verdict.passage()).isSameAs(CALL);
        assertThat(verdict.reports()).isEmpty();
    }

    @Test
    void a_refusal_counts_when_enforced_is_noted_in_warn_and_not_asked_for_when_off() {
        Verdict enforced = policies(Mode.ENFORCE, REFUSING).apply(CALL);
        Verdict warned = policies(Mode.WARN, REFUSING).apply(CALL);
        Verdict off = policies(Mode.OFF, REFUSING).apply(CALL);

        assertThat(enforced.refusal()).isEqualTo(Refusal.error(-32602, "Not allowed"));
        assertThat(enforced.reports()).extracting(Report::outcome).containsExactly(Report.Outcome.REFUSED);
        assertThat(warned.passes()).isTrue();
        assertThat(warned.reports()).extracting(Report::outcome).containsExactly(Report.Outcome.NOTED);
        assertThat(off.passes()).isTrue();
        assertThat(off.reports()).isEmpty();
    }

    @Test
    void a_change_is_what_the_next_policy_sees_and_in_warn_it_is_not_made() {
        List<Json> seen = new ArrayList<>();
        Policy watching = policy("watch", p -> {
            seen.add(p.body());
            return Ruling.PASS;
        });

        assertThat(policies(Mode.ENFORCE, CHANGING, watching)
                        .apply(CALL)
                        .passage()
                        .body())
                .isEqualTo(Json.of("x"));
        assertThat(policies(Mode.WARN, CHANGING, watching).apply(CALL).passage())
                .isSameAs(CALL);
        assertThat(seen).containsExactly(Json.of("x"), CALL.body());
    }

    @Test
    void everything_found_is_told_with_the_rules_name() {
        List<String> heard = new ArrayList<>();
        Policies policies = new Policies(
                List.of(new Policies.Post(CHANGING, Mode.WARN), new Policies.Post(REFUSING, Mode.ENFORCE)),
                (passage, report) -> heard.add(passage.name() + " " + report.policy() + " " + report.finding()));

        policies.apply(CALL);

        assertThat(heard).containsExactly("read mend mend.it at name: Was mended.", "read no no.never: Not this one.");
    }

    @Test
    void a_policy_that_fails_lets_nothing_pass_and_tells_the_sender_nothing() {
        Verdict verdict = policies(Mode.ENFORCE, policy("broken", p -> {
                    throw new IllegalStateException("secret of the inside");
                }))
                .apply(CALL);

        assertThat(verdict.refusal()).isInstanceOfSatisfying(Refusal.Error.class, refusal -> {
            assertThat(refusal.error().code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(refusal.error().message()).doesNotContain("secret").contains("incident");
        });
    }

    @Test
    void an_error_of_a_policy_that_ends_no_jvm_lets_nothing_pass_either() {
        for (Error error : List.of(new AssertionError("test"), new NoClassDefFoundError("test"))) {
            Policy broken = policy("broken", p -> {
                throw error;
            });
            assertThat(policies(Mode.ENFORCE, broken).apply(CALL).passes()).isFalse();
        }
    }

    @Test
    void who_has_to_wait_hears_how_many_whole_seconds() {
        Refusal.Busy busy = new Refusal.Busy("Too many calls", Duration.ofMillis(1001));

        assertThat(busy.seconds()).isEqualTo(2);
        assertThat(busy.error().code()).isEqualTo(429);
        assertThat(busy.error().data()).isEqualTo(Json.parse("{\"retryAfter\":2}"));
    }

    private static Policies policies(Mode mode, Policy... policies) {
        return new Policies(
                List.of(policies).stream().map(p -> new Policies.Post(p, mode)).toList(), Findings.NONE);
    }

    private static Policy policy(String name, Function<Passage, Ruling> rule) {
        return new Policy() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Ruling rule(Passage passage) {
                return rule.apply(passage);
            }
        };
    }
}
