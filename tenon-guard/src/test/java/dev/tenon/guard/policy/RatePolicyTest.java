package dev.tenon.guard.policy;

import static dev.tenon.guard.policy.Passages.call;
import static dev.tenon.guard.policy.Passages.caller;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RatePolicyTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5); // clocks of the JVM may overflow

    @Test
    void what_is_over_the_rate_is_refused_with_the_time_to_wait_and_later_it_passes_again() {
        Policy policy = policy(new Rate(Glob.ANY, Set.of(), 60, MINUTE, 3));

        assertThat(passes(policy, 4)).containsExactly(true, true, true, false);
        Refusal refusal = Modes.in(Mode.ENFORCE, policy, call("t", "{}")).refusal();
        assertThat(refusal).isInstanceOfSatisfying(Refusal.Busy.class, busy -> {
            assertThat(busy.seconds()).isEqualTo(1);
            assertThat(busy.error().code()).isEqualTo(429);
        });
        clock.addAndGet(Duration.ofMillis(999).toNanos());
        assertThat(passes(policy, 1)).containsExactly(false);
        clock.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(passes(policy, 2)).containsExactly(true, false);
        clock.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(passes(policy, 4)).containsExactly(true, true, true, false);
    }

    @Test
    void in_warn_it_is_only_noted_and_off_it_is_not_counted() {
        Policy policy = policy(new Rate(Glob.ANY, Set.of(), 1, MINUTE, 1));

        Modes.in(Mode.OFF, policy, call("t", "{}"));
        assertThat(Modes.in(Mode.WARN, policy, call("t", "{}")).reports()).isEmpty();
        Verdict second = Modes.in(Mode.WARN, policy, call("t", "{}"));
        assertThat(second.passes()).isTrue();
        assertThat(second.reports()).extracting(r -> r.finding().rule()).containsExactly("rates");
    }

    @Test
    void every_principal_and_every_tool_may_have_a_count_of_its_own() {
        Policy policy = policy(new Rate(Glob.ANY, Set.of(Rate.Each.PRINCIPAL, Rate.Each.TOOL), 1, MINUTE, 1));

        assertThat(once(policy, "ann", "a")).isTrue();
        assertThat(once(policy, "ann", "a")).isFalse();
        assertThat(once(policy, "ann", "b")).isTrue();
        assertThat(once(policy, "bob", "a")).isTrue();
    }

    @Test
    void all_rates_have_to_hold_and_a_rate_counts_only_its_tools() {
        Policy policy =
                policy(new Rate(new Glob("slow*"), Set.of(), 1, MINUTE, 1), new Rate(Glob.ANY, Set.of(), 3, MINUTE, 3));

        assertThat(once(policy, "x", "slow")).isTrue();
        assertThat(once(policy, "x", "slow")).isFalse();
        assertThat(once(policy, "x", "fast")).isTrue();
        assertThat(once(policy, "x", "fast")).isTrue();
        assertThat(once(policy, "x", "fast")).isFalse();
    }

    @Test
    void the_counts_are_bounded_and_many_names_give_nobody_more() {
        AtomicLong now = new AtomicLong();
        Buckets buckets = new Buckets(Rate.perPrincipal(1, MINUTE), 100, now::get);

        assertThat(buckets.take("me")).isZero();
        for (int i = 0; i < 10_000; i++) {
            buckets.take("other" + i);
        }
        assertThat(buckets.size()).isEqualTo(100);
        assertThat(buckets.take("me")).isPositive();
        assertThat(buckets.take("one more"))
                .as("shares the count of all others")
                .isPositive();
        now.set(MINUTE.toNanos());
        assertThat(buckets.take("one more")).as("full buckets have made room").isZero();
    }

    @Test
    void lists_and_results_are_not_counted() {
        Policy policy = policy(new Rate(Glob.ANY, Set.of(), 1, MINUTE, 1));

        for (int i = 0; i < 5; i++) {
            assertThat(Modes.in(Mode.ENFORCE, policy, Passages.request("tools/list", "{}"))
                            .passes())
                    .isTrue();
            assertThat(Modes.in(Mode.ENFORCE, policy, Passages.result("tools/call", "{}"))
                            .passes())
                    .isTrue();
        }
    }

    private boolean once(Policy policy, String who, String tool) {
        return Modes.in(Mode.ENFORCE, policy, call(tool, "{}").withCaller(caller(who)))
                .passes();
    }

    private List<Boolean> passes(Policy policy, int times) {
        return java.util.stream.IntStream.range(0, times)
                .mapToObj(i -> Modes.in(Mode.ENFORCE, policy, call("t", "{}")).passes())
                .toList();
    }

    private Policy policy(Rate... rates) {
        return new RatePolicy(List.of(rates), 1000, clock::get);
    }
}
