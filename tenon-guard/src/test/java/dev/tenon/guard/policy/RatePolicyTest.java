package dev.tenon.guard.policy;

import static dev.tenon.guard.policy.Passages.call;
import static dev.tenon.guard.policy.Passages.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        Buckets buckets = new Buckets(new Rate(Glob.ANY, Set.of(Rate.Each.PRINCIPAL), 1, MINUTE, 1), 100, now::get);

        assertThat(buckets.missing("me")).isZero();
        buckets.take("me");
        for (int i = 0; i < 10_000; i++) {
            buckets.take("other" + i);
        }
        assertThat(buckets.size()).isEqualTo(100);
        assertThat(buckets.missing("me")).isPositive();
        assertThat(buckets.missing("one more"))
                .as("shares the count of all others")
                .isPositive();
        now.set(20_000 * MINUTE.toNanos());
        assertThat(buckets.missing("one more"))
                .as("full buckets have made room")
                .isZero();
    }

    /** Issue 20, item 26. */
    @Test
    void a_call_that_one_rate_refuses_uses_up_no_other() {
        Rate all = new Rate(Glob.ANY, Set.of(), 3, MINUTE, 3);
        Rate slow = new Rate(new Glob("slow*"), Set.of(), 1, MINUTE, 1);
        for (Policy policy : List.of(policy(all, slow), policy(slow, all))) {
            assertThat(once(policy, "x", "slow")).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(once(policy, "x", "slow")).isFalse();
            }
            assertThat(once(policy, "x", "fast")).isTrue();
            assertThat(once(policy, "x", "fast")).isTrue();
            assertThat(once(policy, "x", "fast")).isFalse();
        }
    }

    @Test
    void the_longest_time_to_wait_is_told() {
        Policy policy = policy(
                new Rate(Glob.ANY, Set.of(), 1, Duration.ofSeconds(2), 1), new Rate(Glob.ANY, Set.of(), 1, MINUTE, 1));

        assertThat(once(policy, "x", "t")).isTrue();
        assertThat(Modes.in(Mode.ENFORCE, policy, call("t", "{}")).refusal())
                .isInstanceOfSatisfying(
                        Refusal.Busy.class, busy -> assertThat(busy.seconds()).isEqualTo(60));
    }

    @Test
    void calls_that_come_at_once_are_counted_one_by_one() {
        Policy policy = policy(
                new Rate(Glob.ANY, Set.of(), 40, MINUTE, 40), new Rate(new Glob("t*"), Set.of(), 50, MINUTE, 50));
        AtomicLong passed = new AtomicLong();
        List<Thread> threads = Stream.generate(() -> new Thread(
                        () -> IntStream.range(0, 25).forEach(i -> passed.addAndGet(once(policy, "x", "t") ? 1 : 0))))
                .limit(4)
                .toList();
        threads.forEach(Thread::start);
        threads.forEach(thread -> {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(passed).hasValue(40);
    }

    /** Issue 20, item 13: callers choose these names, and they are neither kept nor a way to fill the counts. */
    @Test
    void made_up_names_share_a_count_and_keys_are_digests() {
        Rate each = new Rate(Glob.ANY, Set.of(Rate.Each.PRINCIPAL, Rate.Each.TOOL), 1, MINUTE, 1);
        Policy policy = policy(each);

        assertThat(once(policy, "ann", "known")).isTrue();
        assertThat(passesUnlisted(policy, "made-up-1")).isTrue();
        assertThat(passesUnlisted(policy, "made-up-2")).isFalse();
        assertThat(once(policy, "ann", "other")).isTrue();
        Passage long1 = call("a".repeat(100_000), "{}").withCaller(caller("b".repeat(100_000)));
        assertThat(RatePolicy.key(each, long1)).hasSize(64);
    }

    private boolean passesUnlisted(Policy policy, String tool) {
        return Modes.in(Mode.ENFORCE, policy, call(tool, "{}").withCaller(caller("ann")))
                .passes();
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
        Passage call = call(tool, "{}").about(tool, Json.EMPTY_OBJECT).withCaller(caller(who));
        return Modes.in(Mode.ENFORCE, policy, call).passes();
    }

    private List<Boolean> passes(Policy policy, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> Modes.in(Mode.ENFORCE, policy, call("t", "{}")).passes())
                .toList();
    }

    private Policy policy(Rate... rates) {
        return new RatePolicy(List.of(rates), 1000, clock::get);
    }
}
