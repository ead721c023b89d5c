package dev.tenon.server.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventMemoryBudgetTest {
    /** One caller may use half of it, rounded up. */
    private static final int LIMIT = 101;

    private static final int SHARE = 51;

    private final EventMemoryBudget budget = new EventMemoryBudget(LIMIT, new LimitHitCounters());

    @Test
    void a_caller_gets_at_most_half() {
        assertThat(budget.tryAcquire("a", SHARE + 1)).isFalse();
        assertThat(budget.tryAcquire("a", SHARE)).isTrue();
        assertThat(budget.tryAcquire("a", 1)).isFalse();
    }

    @Test
    void all_callers_together_get_the_limit() {
        budget.tryAcquire("a", SHARE);
        assertThat(budget.tryAcquire("b", SHARE)).isFalse();
        assertThat(budget.tryAcquire("b", LIMIT - SHARE)).isTrue();
        assertThat(budget.tryAcquire("c", 1)).isFalse();
    }

    @Test
    void a_rejected_event_uses_neither_the_share_nor_the_limit() {
        budget.tryAcquire("a", SHARE);
        budget.tryAcquire("b", SHARE);
        budget.tryAcquire("a", 1);
        budget.release("a", SHARE);

        assertThat(budget.tryAcquire("b", SHARE)).isTrue();
        assertThat(budget.tryAcquire("a", LIMIT - SHARE)).isTrue();
    }

    @Test
    void capacity_is_known_before_it_is_acquired() {
        budget.tryAcquire("a", 40);

        assertThat(budget.hasCapacity("a", SHARE - 40)).isTrue();
        assertThat(budget.hasCapacity("a", SHARE - 39)).isFalse();
        assertThat(budget.hasCapacity("a", -40)).isTrue();
        budget.tryAcquire("b", 50);
        assertThat(budget.hasCapacity("c", LIMIT - 90)).isTrue();
        assertThat(budget.hasCapacity("c", LIMIT - 89)).isFalse();
    }

    @Test
    void a_budget_without_a_limit_accepts_large_events() {
        EventMemoryBudget unlimited = new EventMemoryBudget(Long.MAX_VALUE, new LimitHitCounters());

        assertThat(unlimited.tryAcquire("a", Integer.MAX_VALUE)).isTrue();
        assertThat(unlimited.tryAcquire("a", Integer.MAX_VALUE)).isTrue();
        assertThat(unlimited.hasCapacity("a", Integer.MAX_VALUE)).isTrue();
    }
}
