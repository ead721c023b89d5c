package dev.tenon.guard.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UsageCounterTest {
    private final UsageCounter usage = new UsageCounter();
    private final AtomicInteger unusedCount = new AtomicInteger();

    private void retire() {
        usage.retire(unusedCount::incrementAndGet);
    }

    @Test
    void retiring_an_unused_resource_runs_the_action_at_once_and_once() {
        retire();
        retire();

        assertThat(unusedCount).hasValue(1);
        assertThat(usage.tryAcquire()).isFalse();
    }

    @Test
    void the_action_runs_when_the_last_of_several_users_leaves() {
        usage.tryAcquire();
        usage.tryAcquire();
        retire();
        usage.release();
        assertThat(unusedCount).hasValue(0);

        usage.release();
        assertThat(unusedCount).hasValue(1);
    }

    @Test
    void a_resource_without_users_that_is_not_retired_accepts_new_ones() {
        usage.tryAcquire();
        usage.release();

        assertThat(usage.tryAcquire()).isTrue();
        assertThat(unusedCount).hasValue(0);
    }

    @Test
    void a_rejected_user_does_not_count() {
        usage.tryAcquire();
        retire();
        assertThat(usage.tryAcquire()).isFalse();

        usage.release();
        assertThat(unusedCount).hasValue(1);
    }

    @Test
    void retiring_twice_while_it_is_used_runs_the_action_once() {
        usage.tryAcquire();
        retire();
        retire();
        usage.release();

        assertThat(unusedCount).hasValue(1);
    }

    @Test
    void a_resource_in_use_is_not_retired_for_being_unused() {
        usage.tryAcquire();
        assertThat(usage.retireIfUnused()).isFalse();
        assertThat(usage.tryAcquire()).isTrue();

        usage.release();
        usage.release();
        assertThat(usage.retireIfUnused()).isTrue();
        assertThat(usage.retireIfUnused()).isFalse();
        assertThat(usage.tryAcquire()).isFalse();
    }

    @Test
    void the_action_of_the_last_user_may_retire_the_resource_again() {
        usage.tryAcquire();
        usage.retire(this::retire);
        usage.release();

        assertThat(unusedCount).hasValue(0);
        assertThat(usage.tryAcquire()).isFalse();
    }
}
