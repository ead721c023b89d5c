package dev.tenon.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MessageBufferTest {
    private static final int MAX_BYTES = 100_000;

    private final MemoryBudget budget = new MemoryBudget(MAX_BYTES);
    private final MessageBuffer buffer = new MessageBuffer(MAX_BYTES, budget);

    private boolean append(int count) {
        byte[] part = new byte[count];
        Arrays.fill(part, (byte) count);
        return buffer.tryAppend(part, count);
    }

    @Test
    void a_message_in_one_part_reserves_exactly_its_size() {
        append(10_000);

        assertThat(budget.used()).isEqualTo(10_000);
    }

    @Test
    void the_capacity_doubles_up_to_the_limit_of_the_message() {
        append(60_000);
        append(1);

        assertThat(budget.used()).isEqualTo(MAX_BYTES);
        assertThat(buffer.toArray()).hasSize(60_001);
        buffer.release();
        assertThat(budget.used()).isZero();
    }

    @Test
    void only_the_counted_bytes_of_a_part_are_added() {
        buffer.tryAppend(new byte[] {1, 2, 3}, 2);
        buffer.tryAppend(new byte[] {4, 5, 6}, 1);

        assertThat(buffer.toArray()).containsExactly(1, 2, 4);
    }

    @Test
    void a_message_of_the_limit_fits_and_a_larger_one_does_not() {
        append(MAX_BYTES - 1);

        assertThat(buffer.fits(1)).isTrue();
        assertThat(buffer.fits(2)).isFalse();
        assertThat(buffer.fits(Integer.MAX_VALUE)).isFalse();
    }

    @Test
    void a_part_is_not_added_if_the_budget_is_exhausted() {
        append(10_000);
        budget.tryGrow(0, 85_000);

        assertThat(append(50)).isFalse();
        assertThat(buffer.length()).isEqualTo(10_000);
        assertThat(budget.used()).isEqualTo(95_000);
    }

    @Test
    void the_reservation_is_released_once() {
        MessageBuffer other = new MessageBuffer(MAX_BYTES, budget);
        other.tryAppend(new byte[10_000], 10_000);
        append(20_000);
        buffer.release();
        buffer.release();
        buffer.clear();

        assertThat(budget.used()).isEqualTo(10_000);
    }

    @Test
    void a_released_message_can_still_be_read() {
        append(5);
        buffer.release();

        assertThat(buffer.toArray()).containsExactly(5, 5, 5, 5, 5);
    }

    @Test
    void a_cleared_buffer_starts_the_next_message_with_a_new_reservation() {
        append(20_000);
        buffer.clear();
        append(10_000);

        assertThat(budget.used()).isEqualTo(10_000);
        assertThat(buffer.toArray()).hasSize(10_000);
    }
}
