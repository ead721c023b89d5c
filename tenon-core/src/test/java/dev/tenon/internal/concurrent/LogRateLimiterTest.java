package dev.tenon.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogRateLimiterTest {

    /** Issue 20, item 21. */
    @Test
    void so_many_are_logged_in_a_span_and_the_next_says_how_many_were_left_out() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
        LogRateLimiter limit = new LogRateLimiter(2, Duration.ofNanos(100), now::get);

        assertThat(limit.tryAdmit()).isZero();
        assertThat(limit.tryAdmit()).isZero();
        assertThat(limit.tryAdmit()).isEqualTo(-1);
        assertThat(limit.tryAdmit()).isEqualTo(-1);
        now.addAndGet(100);
        assertThat(limit.tryAdmit()).isEqualTo(2);
        assertThat(limit.tryAdmit()).isZero();
        assertThat(limit.tryAdmit()).isEqualTo(-1);
    }
}
