package dev.tenon.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogLimitTest {

    /** Issue 20, item 21. */
    @Test
    void so_many_are_logged_in_a_span_and_the_next_says_how_many_were_left_out() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
        LogLimit limit = new LogLimit(2, Duration.ofNanos(100), now::get);

        assertThat(limit.admit()).isZero();
        assertThat(limit.admit()).isZero();
        assertThat(limit.admit()).isEqualTo(-1);
        assertThat(limit.admit()).isEqualTo(-1);
        now.addAndGet(100);
        assertThat(limit.admit()).isEqualTo(2);
        assertThat(limit.admit()).isZero();
        assertThat(limit.admit()).isEqualTo(-1);
    }
}
