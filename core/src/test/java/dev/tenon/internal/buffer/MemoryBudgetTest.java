package dev.tenon.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryBudgetTest {
    private static final int UNCOUNTED = 4096;
    private static final long LIMIT = 100_000;
    private static final long SECOND = 1_000_000_000;

    private final MemoryBudget budget = new MemoryBudget(LIMIT);

    @Test
    void a_message_of_4_kib_is_not_counted_and_a_larger_one_is_counted_whole() {
        assertThat(budget.tryGrow(0, UNCOUNTED)).isTrue();
        assertThat(budget.used()).isZero();
        assertThat(budget.tryGrow(UNCOUNTED, UNCOUNTED + 1)).isTrue();
        assertThat(budget.used()).isEqualTo(UNCOUNTED + 1);
    }

    @Test
    void a_message_that_grew_in_steps_is_released_at_once() {
        budget.tryGrow(0, 3000);
        budget.tryGrow(3000, 6000);
        budget.tryGrow(6000, 12_000);
        budget.release(12_000);

        assertThat(budget.used()).isZero();
    }

    @Test
    void the_limit_can_be_used_up_exactly() {
        budget.tryGrow(0, 60_000);

        assertThat(budget.tryGrow(0, 40_000)).isTrue();
        assertThat(budget.used()).isEqualTo(LIMIT);
    }

    @Test
    void one_byte_beyond_the_limit_is_rejected_and_leaves_the_reservations_unchanged() {
        budget.tryGrow(0, 60_000);

        assertThat(budget.tryGrow(0, 40_001)).isFalse();
        assertThat(budget.used()).isEqualTo(60_000);
        assertThat(budget.rejectionCount()).isEqualTo(1);
    }

    @Test
    void a_rejected_message_keeps_its_previous_reservation() {
        budget.tryGrow(0, 50_000);
        budget.tryGrow(0, 20_000);

        assertThat(budget.tryGrow(20_000, 60_000)).isFalse();
        budget.release(20_000);
        assertThat(budget.used()).isEqualTo(50_000);
    }

    @Test
    void the_only_counted_message_may_exceed_the_limit() {
        budget.tryGrow(0, UNCOUNTED);

        assertThat(budget.tryGrow(0, 60_000)).isTrue();
        assertThat(budget.tryGrow(60_000, Integer.MAX_VALUE)).isTrue();
        assertThat(budget.used()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void small_messages_are_accepted_while_the_budget_is_exhausted() {
        budget.tryGrow(0, Integer.MAX_VALUE);

        assertThat(budget.tryGrow(0, UNCOUNTED)).isTrue();
        assertThat(budget.tryGrow(UNCOUNTED, UNCOUNTED + 1)).isFalse();
        budget.release(UNCOUNTED);
        assertThat(budget.used()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"0, MAX", "100, MAX", "101, 1", "199, 1", "200, 4", "399, 9", "400, NONE", "100000, NONE"})
    void the_more_memory_is_used_the_shorter_a_peer_may_stall(long bytes, String divisor) {
        long expected =
                switch (divisor) {
                    case "MAX" -> Long.MAX_VALUE;
                    case "NONE" -> 0;
                    default -> SECOND / Long.parseLong(divisor);
                };

        assertThat(MemoryBudget.maxStallNanos(bytes, 100)).isEqualTo(expected);
    }
}
