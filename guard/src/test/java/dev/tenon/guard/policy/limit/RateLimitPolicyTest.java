package dev.tenon.guard.policy.limit;

import static dev.tenon.guard.policy.TestMessages.call;
import static dev.tenon.guard.policy.TestMessages.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyModeAssertions;
import dev.tenon.guard.policy.PolicyOutcome;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.TestMessages;
import dev.tenon.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RateLimitPolicyTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5); // System.nanoTime() may overflow

    @Test
    void calls_above_the_rate_are_rejected_with_the_time_to_wait_and_pass_later() {
        GuardPolicy policy = policy(new RateLimit(Glob.ANY, Set.of(), 60, MINUTE, 3));

        assertThat(passes(policy, 4)).containsExactly(true, true, true, false);
        PolicyRejection rejection = PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("t", "{}"))
                .rejection();
        assertThat(rejection).isInstanceOfSatisfying(PolicyRejection.BusyError.class, busy -> {
            assertThat(busy.retryAfterSeconds()).isEqualTo(1);
            assertThat(busy.toRpcError().code()).isEqualTo(429);
        });
        clock.addAndGet(Duration.ofMillis(999).toNanos());
        assertThat(passes(policy, 1)).containsExactly(false);
        clock.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(passes(policy, 2)).containsExactly(true, false);
        clock.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(passes(policy, 4)).containsExactly(true, true, true, false);
    }

    @Test
    void warn_only_reports_and_off_does_not_count() {
        GuardPolicy policy = policy(new RateLimit(Glob.ANY, Set.of(), 1, MINUTE, 1));

        PolicyModeAssertions.evaluateIn(EnforcementMode.OFF, policy, call("t", "{}"));
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.WARN, policy, call("t", "{}"))
                        .reports())
                .isEmpty();
        PolicyOutcome second = PolicyModeAssertions.evaluateIn(EnforcementMode.WARN, policy, call("t", "{}"));
        assertThat(second.isAllowed()).isTrue();
        assertThat(second.reports()).extracting(r -> r.finding().rule()).containsExactly("rates");
    }

    @Test
    void principals_and_tools_may_have_separate_counts() {
        GuardPolicy policy = policy(
                new RateLimit(Glob.ANY, Set.of(RateLimit.RateKey.PRINCIPAL, RateLimit.RateKey.TOOL), 1, MINUTE, 1));

        assertThat(isAllowed(policy, "ann", "a")).isTrue();
        assertThat(isAllowed(policy, "ann", "a")).isFalse();
        assertThat(isAllowed(policy, "ann", "b")).isTrue();
        assertThat(isAllowed(policy, "bob", "a")).isTrue();
    }

    @Test
    void all_rates_must_hold_and_a_rate_counts_only_its_tools() {
        GuardPolicy policy = policy(
                new RateLimit(new Glob("slow*"), Set.of(), 1, MINUTE, 1),
                new RateLimit(Glob.ANY, Set.of(), 3, MINUTE, 3));

        assertThat(isAllowed(policy, "x", "slow")).isTrue();
        assertThat(isAllowed(policy, "x", "slow")).isFalse();
        assertThat(isAllowed(policy, "x", "fast")).isTrue();
        assertThat(isAllowed(policy, "x", "fast")).isTrue();
        assertThat(isAllowed(policy, "x", "fast")).isFalse();
    }

    @Test
    void the_number_of_buckets_is_limited_and_many_names_gain_nothing() {
        AtomicLong now = new AtomicLong();
        TokenBuckets buckets = new TokenBuckets(
                new RateLimit(Glob.ANY, Set.of(RateLimit.RateKey.PRINCIPAL), 1, MINUTE, 1), 100, now::get);

        assertThat(buckets.timeUntilToken("me")).isZero();
        buckets.consumeToken("me");
        for (int i = 0; i < 10_000; i++) {
            buckets.consumeToken("other" + i);
        }
        assertThat(buckets.size()).isEqualTo(100);
        assertThat(buckets.timeUntilToken("me")).isPositive();
        assertThat(buckets.timeUntilToken("one more"))
                .as("shares the bucket of all further keys")
                .isPositive();
        now.set(20_000 * MINUTE.toNanos());
        assertThat(buckets.timeUntilToken("one more"))
                .as("full buckets were evicted")
                .isZero();
    }

    /** Issue 20, item 26. */
    @Test
    void a_call_that_one_rate_rejects_uses_no_token_of_another() {
        RateLimit all = new RateLimit(Glob.ANY, Set.of(), 3, MINUTE, 3);
        RateLimit slow = new RateLimit(new Glob("slow*"), Set.of(), 1, MINUTE, 1);
        for (GuardPolicy policy : List.of(policy(all, slow), policy(slow, all))) {
            assertThat(isAllowed(policy, "x", "slow")).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(isAllowed(policy, "x", "slow")).isFalse();
            }
            assertThat(isAllowed(policy, "x", "fast")).isTrue();
            assertThat(isAllowed(policy, "x", "fast")).isTrue();
            assertThat(isAllowed(policy, "x", "fast")).isFalse();
        }
    }

    @Test
    void the_error_contains_the_longest_time_to_wait() {
        GuardPolicy policy = policy(
                new RateLimit(Glob.ANY, Set.of(), 1, Duration.ofSeconds(2), 1),
                new RateLimit(Glob.ANY, Set.of(), 1, MINUTE, 1));

        assertThat(isAllowed(policy, "x", "t")).isTrue();
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("t", "{}"))
                        .rejection())
                .isInstanceOfSatisfying(PolicyRejection.BusyError.class, busy -> assertThat(busy.retryAfterSeconds())
                        .isEqualTo(60));
    }

    @Test
    void concurrent_calls_are_counted_exactly() {
        GuardPolicy policy = policy(
                new RateLimit(Glob.ANY, Set.of(), 40, MINUTE, 40),
                new RateLimit(new Glob("t*"), Set.of(), 50, MINUTE, 50));
        AtomicLong passed = new AtomicLong();
        List<Thread> threads = Stream.generate(() -> new Thread(() ->
                        IntStream.range(0, 25).forEach(i -> passed.addAndGet(isAllowed(policy, "x", "t") ? 1 : 0))))
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

    /** Issue 20, item 13: callers choose these names, which are neither stored nor able to fill the buckets. */
    @Test
    void invented_names_share_a_count_and_keys_are_digests() {
        RateLimit each =
                new RateLimit(Glob.ANY, Set.of(RateLimit.RateKey.PRINCIPAL, RateLimit.RateKey.TOOL), 1, MINUTE, 1);
        GuardPolicy policy = policy(each);

        assertThat(isAllowed(policy, "ann", "known")).isTrue();
        assertThat(passesUnlisted(policy, "made-up-1")).isTrue();
        assertThat(passesUnlisted(policy, "made-up-2")).isFalse();
        assertThat(isAllowed(policy, "ann", "other")).isTrue();
        PolicyMessage longNames = call("a".repeat(100_000), "{}").withCaller(caller("b".repeat(100_000)));
        assertThat(RateLimitPolicy.bucketKey(each, longNames)).hasSize(64);
    }

    private boolean passesUnlisted(GuardPolicy policy, String tool) {
        return PolicyModeAssertions.evaluateIn(
                        EnforcementMode.ENFORCE, policy, call(tool, "{}").withCaller(caller("ann")))
                .isAllowed();
    }

    @Test
    void lists_and_results_are_not_counted() {
        GuardPolicy policy = policy(new RateLimit(Glob.ANY, Set.of(), 1, MINUTE, 1));

        for (int i = 0; i < 5; i++) {
            assertThat(PolicyModeAssertions.evaluateIn(
                                    EnforcementMode.ENFORCE, policy, TestMessages.request("tools/list", "{}"))
                            .isAllowed())
                    .isTrue();
            assertThat(PolicyModeAssertions.evaluateIn(
                                    EnforcementMode.ENFORCE, policy, TestMessages.result("tools/call", "{}"))
                            .isAllowed())
                    .isTrue();
        }
    }

    private boolean isAllowed(GuardPolicy policy, String principal, String tool) {
        PolicyMessage call =
                call(tool, "{}").withTarget(tool, Json.EMPTY_OBJECT).withCaller(caller(principal));
        return PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call)
                .isAllowed();
    }

    private List<Boolean> passes(GuardPolicy policy, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("t", "{}"))
                        .isAllowed())
                .toList();
    }

    private GuardPolicy policy(RateLimit... rates) {
        return new RateLimitPolicy(List.of(rates), 1000, clock::get);
    }
}
