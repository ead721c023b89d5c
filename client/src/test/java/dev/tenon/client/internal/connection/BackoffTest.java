package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration FIRST = Duration.ofMillis(100);

    private static void assertDelaysWithin(int failures, Duration first, long minMillis, long maxMillis) {
        assertThat(IntStream.range(0, 200).mapToObj(i -> Backoff.delayAfter(failures, first)))
                .allSatisfy(delay -> assertThat(delay.toMillis()).isBetween(minMillis, maxMillis));
    }

    @Test
    void the_delay_after_the_first_failure_is_between_half_and_all_of_the_first_delay() {
        assertDelaysWithin(0, FIRST, 50, 100);
        assertDelaysWithin(1, FIRST, 50, 100);
    }

    @Test
    void each_further_failure_doubles_the_delay() {
        assertDelaysWithin(2, FIRST, 100, 200);
        assertDelaysWithin(3, FIRST, 200, 400);
    }

    @Test
    void the_delay_never_exceeds_half_a_minute() {
        assertDelaysWithin(10, FIRST, 15_000, 30_000);
        assertDelaysWithin(Integer.MAX_VALUE, FIRST, 15_000, 30_000);
    }

    @Test
    void a_first_delay_of_centuries_does_not_overflow() {
        assertDelaysWithin(21, Duration.ofMillis(Long.MAX_VALUE), 15_000, 30_000);
    }

    @Test
    void a_first_delay_of_zero_stays_zero() {
        assertDelaysWithin(9, Duration.ZERO, 0, 0);
    }
}
